import { printable, printableText } from "../../printable";

/** What XML 1.0 does not allow, not even as a reference. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** An element with its content, one line each. Attributes and content are untrusted text. */
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

/** Untrusted text as the value of an attribute. */
function xmlAttribute(text: string): string {
  return escapeXml(printable(text));
}

/** Untrusted text as the content of an element. */
function xmlText(text: string): string {
  return escapeXml(printableText(text));
}

function escapeXml(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
