import { printableText } from "../../../printable";

/** A piece of HTML that is complete and safe. Only `html` and `trusted` create one. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Content = string | number | Html | readonly Content[];

/** A template of HTML. Its values are untrusted strings, escaped for elements and quoted attributes, or HTML already. */
export function html(template: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    template.map((part, at) => `${part}${at < contents.length ? render(contents[at]) : ""}`).join(""),
  );
}

/** Text of this package that must stay as it is: the style and the script. */
export function trusted(text: string): Html {
  return new Html(text);
}

export const nothing = trusted("");

function render(content: Content | undefined): string {
  if (content === undefined) return "";
  if (typeof content === "string") return escapeHtml(printableText(content));
  if (typeof content === "number") return String(content);
  return content instanceof Html ? content.toString() : content.map(render).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
