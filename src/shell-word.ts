/** A word of a POSIX shell's command line, in quotes where it needs them. PowerShell reads it the same, unless it holds a quote. */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
