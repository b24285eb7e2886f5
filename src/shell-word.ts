/** A word on a POSIX shell's command line, quoted if necessary. PowerShell reads it the same way, unless it contains a quote. */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
