const maxWidth = 110;

/** A doc comment of these paragraphs, broken into lines. */
export function comment(paragraphs: readonly string[], indent: string): string {
  const [only] = paragraphs;
  if (paragraphs.length === 1 && only && only.length + indent.length + 7 <= maxWidth)
    return `${indent}/** ${only} */\n`;
  const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, maxWidth - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrap(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > maxLength) {
      lines.push(line);
      line = "";
    }
    line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
