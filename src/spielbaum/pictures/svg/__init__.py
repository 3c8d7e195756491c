"""SVG as text: elements, blocks that do not overlap, colours for light and dark pages, and files."""
