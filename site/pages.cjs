// The pages of the site and their order, taken from the files of the repository: nothing is listed twice.
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const { join, posix } = require("node:path");

const root = join(__dirname, "..");

/** The path of every Markdown page, from the root of the repository. */
function pagesOf() {
  const inFolder = (folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => posix.join(folder, name));
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`);
  return [
    ...inFolder("."),
    ...inFolder("docs"),
    ...inFolder("docs/reference"),
    ...examples.filter((path) => existsSync(join(root, path))),
  ];
}

/** The title of a page: its first heading. */
function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8")) ?? [];
  return title.replaceAll("`", "");
}

/** The path under which the site serves a page. A README is the first page of its folder. */
function servedPath(page) {
  return page.replace(/(^|\/)README\.md$/, "$1index.md");
}

/** The links of a page to other pages, as paths from the root. A page that is linked twice counts where it is linked last: in a list. */
function linksOf(page) {
  const targets = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)];
  const paths = targets.map(([, target]) => posix.join(posix.dirname(page), target));
  return paths.filter((path, at) => paths.lastIndexOf(path) === at);
}

/** The groups of the sidebar. The order within a group is that of the page that lists it; a page that is not listed comes last. */
function sidebarOf() {
  const pages = pagesOf();
  const group = (text, list, belongs) => {
    const order = linksOf(list);
    const rank = (page) => (order.includes(page) ? order.indexOf(page) : order.length);
    const items = pages
      .filter(belongs)
      .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
      .map((page) => ({ text: titleOf(page), link: `/${servedPath(page)}` }));
    return { text, items };
  };
  const isIn = (folder) => (page) => posix.dirname(page) === folder && posix.basename(page) !== "README.md";
  const reference = group("Reference", "docs/reference/README.md", isIn("docs/reference"));
  return [
    { text: "Start", items: [{ text: titleOf("README.md"), link: "/" }] },
    { ...reference, link: "/docs/reference/" },
    group("Guides", "README.md", isIn("docs")),
    group("Examples", "README.md", (page) => page.startsWith("examples/")),
    group("Project", "README.md", isIn(".")),
  ];
}

module.exports = { linksOf, pagesOf, root, servedPath, sidebarOf };
