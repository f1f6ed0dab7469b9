/** `.relaycert/portkey/{report.jsonl,junit.xml}`, which a shell expands. */
export function writtenFiles(folder: string, names: readonly string[]): string {
  return `${folder.replace(/\/$/, '')}/{${names.join(',')}}`;
}
