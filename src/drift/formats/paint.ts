const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;

export type Color = keyof typeof codes;

/** Colors a string. */
export type Paint = (text: string, color: Color) => string;

export function createPaint(enabled: boolean): Paint {
  return (text, color) => (enabled && text !== "" ? `\u001b[${codes[color]}m${text}\u001b[0m` : text);
}
