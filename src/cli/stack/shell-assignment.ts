import { shellWord } from "../../shell-word";

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** A line that sets a variable in the platform's shell: PowerShell on Windows, a POSIX shell elsewhere. */
export function shellAssignment(name: string, value: string, platform: NodeJS.Platform): string {
  if (platform === "win32") return `$${name} = '${value.replaceAll("'", "''")}'\n`;
  return `${name}=${shellWord(value)}\n`;
}
