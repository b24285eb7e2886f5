export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const token = /<\?xml[^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;

/** What XML 1.0 allows. */
const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Reads XML without comments, processing instructions and CDATA. Refuses whatever is not well-formed. */
export function readXml(text: string): XmlElement {
  if (!allowed.test(text)) throw new Error("A character that XML does not allow.");
  const root = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`Not well-formed: ${text.slice(start, start + 60)}`);
    const [, closed, opened, attributes = "", isEmpty, content] = match;
    const current = open.at(-1)!;
    if (content !== undefined) current.text += decode(content);
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing.`);
    if (opened === undefined) continue;
    const child = { name: opened, attributes: readAttributes(attributes), children: [], text: "" };
    current.children.push(child);
    if (isEmpty !== "/") open.push(child);
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== "")
    throw new Error("Not one root.");
  return trimmed(root.children[0]!);
}

/** Line breaks between elements say nothing. */
function trimmed(element: XmlElement): XmlElement {
  const { children, text } = element;
  return children.length === 0 ? element : { ...element, children: children.map(trimmed), text: text.trim() };
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    decode(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error(`An attribute twice: ${text}`);
  return Object.fromEntries(pairs);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (all, code, name) => {
    const character = code === undefined ? entities[name] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`Not a reference: ${all}`);
    return character;
  });
}
