"""Columns for a terminal."""


def table(rows):
    """Rows of cells as lines; the first column to the left, the others to the right."""
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [str(cell) for cell in row]
        lines.append("  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths))).rstrip())
    return "\n".join(lines)
