/** Whether a shell takes the name for a variable's. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** A line that sets a variable, for `stack output --shell`. */
export function assignment(name: string, value: string, platform: NodeJS.Platform): string {
  if (platform === "win32") return `$${name} = '${value.replaceAll("'", "''")}'\n`;
  const plain = /^[\w@%+:,./-]+$/.test(value);
  return `${name}=${plain ? value : `'${value.replaceAll("'", "'\\''")}'`}\n`;
}
