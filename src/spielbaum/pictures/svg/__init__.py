"""SVG as text: elements, blocks that keep apart, the colours of light and dark pages, and files."""
