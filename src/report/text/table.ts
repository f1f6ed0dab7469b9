export type Align = 'left' | 'right';

/** Columns two spaces apart, indented by two; the first row is the head. */
export function renderTable(rows: readonly (readonly string[])[], aligns: readonly Align[]): readonly string[] {
  const widths = aligns.map((_align, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => {
    const cells = aligns.map((align, column) => {
      const cell = row[column] ?? '';
      const width = widths[column] ?? 0;
      return align === 'left' ? cell.padEnd(width) : cell.padStart(width);
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
