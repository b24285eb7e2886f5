/** What XML 1.0 does not allow, not even as a reference. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Foreign text as the value of an attribute: keeps line breaks. */
export function xmlAttribute(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? "");
}

/** Foreign text as the content of an element. */
export function xmlText(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>\r]/g, (character) => entities[character] ?? "");
}

/** An element with its content, one line each. Attributes and content are foreign text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): string {
  const start = openTag(name, attributes);
  return content === undefined ? start.replace(/>$/, "/>") : `${start}${xmlText(content)}</${name}>`;
}

export function openTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`,
  );
  return `<${name}${written.join("")}>`;
}
