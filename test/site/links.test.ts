import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { resourceTypes } from "../../src/resources/resource-types";

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
}

const { pagesOf, servedPath, sidebarOf } = require("../../site/pages.cjs") as {
  readonly pagesOf: () => readonly string[];
  readonly servedPath: (page: string) => string;
  readonly sidebarOf: () => readonly Item[];
};
const { siteLinks, targetOf } = require("../../site/links.cjs") as {
  readonly siteLinks: (markdown: object, copied: Set<string>) => void;
  readonly targetOf: (page: string, href: string) => { readonly href: string; readonly copied?: string };
};

const root = join(__dirname, "../..");
const pages = pagesOf();
const sidebar = sidebarOf();
const links = sidebar.flatMap(({ link, items = [] }) => [link, ...items.map((item) => item.link)]);

it("has every page of the repository that users read, each once in the sidebar", () => {
  const served = pages.map((page) => `/${servedPath(page)}`.replace(/(^|\/)index\.md$/, "$1"));
  const inSidebar = links
    .filter((link) => link !== undefined)
    .map((link) => link.replace(/(^|\/)index\.md$/, "$1"));
  expect(inSidebar.sort()).toEqual(served.sort());
  for (const page of [
    "README.md",
    "CONTRIBUTING.md",
    "docs/drift.md",
    "docs/reference/instance.md",
    "examples/esm/README.md",
  ]) {
    expect(pages).toContain(page);
  }
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  expect(docs.filter((path) => path.endsWith(".md") && !pages.includes(`docs/${path}`))).toEqual([]);
});

it("orders the pages as the lists that link to them, under the titles of their headings", () => {
  const group = (text: string) => sidebar.find((item) => item.text === text)?.items?.map((item) => item.text);
  const first = [...Object.keys(resourceTypes), "getRegion, getRegions"];
  expect(group("Reference")?.slice(0, first.length)).toEqual(first);
  expect(group("Examples")?.[0]).toBe("Quickstart");
  const readOn = /## Read on\n(.*)/s.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
  const guides = [...readOn.matchAll(/\(docs\/([\w-]+\.md)\)/g)].map(([, name]) => `/docs/${name}`);
  expect(links.filter((link) => link !== undefined && guides.includes(link))).toEqual(guides);
});

it.each([
  ["docs/drift.md", "identity.md", { href: "identity.md" }],
  ["docs/drift.md", "../README.md#settings", { href: "../index.md#settings" }],
  ["README.md", "docs/reference/README.md", { href: "docs/reference/index.md" }],
  ["README.md", "#settings", { href: "#settings" }],
  ["README.md", "https://example.com/x.md", { href: "https://example.com/x.md" }],
  ["docs/drift.md", "missing.md", { href: "missing.md" }],
  [
    "docs/drift.md",
    "drift-report.schema.json",
    { href: "drift-report.schema.json", copied: "docs/drift-report.schema.json" },
  ],
  [
    "docs/reference/image.md",
    "../../examples/reference/image.ts",
    { href: "../../examples/reference/image.ts.txt", copied: "examples/reference/image.ts" },
  ],
])("on %s, a link to %s leads to the page or to a copy of the file", (page, href, target) => {
  expect(targetOf(page, href)).toEqual(target);
});

it("resolves every link of every page to a page, a place on it, or a file", () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const hrefs = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href);
    return hrefs.filter((href) => {
      if (/^https?:/.test(href)) return false;
      const { href: led, copied } = targetOf(page, href);
      const [path = ""] = led.split("#");
      const onSite = path === "" ? servedPath(page) : posix.join(posix.dirname(page), path);
      return copied === undefined ? !pages.map(servedPath).includes(onSite) : !existsSync(join(root, copied));
    });
  });
  expect(broken).toEqual([]);
});

it("changes the links of a page while it is read, and remembers which files to copy", () => {
  const copied = new Set<string>();
  const attributes = new Map([["href", "openapi.json"]]);
  const token = {
    type: "link_open",
    attrGet: (name: string) => attributes.get(name) ?? null,
    attrSet: (name: string, value: string) => attributes.set(name, value),
  };
  let rule: (state: object) => void = () => undefined;
  siteLinks({ core: { ruler: { push: (_: string, added: typeof rule) => (rule = added) } } }, copied);
  rule({
    tokens: [{ children: [token, { type: "text" }] }, { children: null }],
    env: { relativePath: "docs/emulator.md" },
  });
  expect([...copied]).toEqual(["docs/openapi.json"]);
  expect(attributes.get("href")).toBe("openapi.json");
});
