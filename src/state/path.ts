/** One step of a path: a name, an index, or every element (`*`). */
export type PathPart = string | number;

/** Parses `a.b[0]["c.d"][*]`. Undefined if the string is not a path. */
export function parsePath(text: string): readonly PathPart[] | undefined {
  const parts: PathPart[] = [];
  const pattern = /\.?([^.[\]"]+)|\[(\d+)\]|\[\*\]|\.?\["((?:[^"\\]|\\.)*)"\]/y;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (!found) return undefined;
    if (found[1] !== undefined) parts.push(found[1]);
    else if (found[2] !== undefined) parts.push(Number(found[2]));
    else if (found[3] !== undefined) parts.push(found[3].replace(/\\(.)/g, "$1"));
    else parts.push("*");
  }
  return parts.length > 0 ? parts : undefined;
}
