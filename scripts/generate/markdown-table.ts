/** A table in Markdown. A cell without text becomes a dash. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(header),
    line(header.map(() => '---')),
    ...rows.map((cells) => line(cells.map((cell) => (cell === '' ? '–' : cell)))),
  ];
}

/** Words as code, joined by commas. */
export function codeList(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
