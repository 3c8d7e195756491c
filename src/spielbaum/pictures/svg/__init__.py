"""SVG: elements, blocks, colours, files."""
