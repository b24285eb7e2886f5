// The pages link to files of the repository. On the site, these links lead to pages, or to copies of other files.
const { existsSync } = require("node:fs");
const { join, posix } = require("node:path");
const { pagesOf, root, servedPath } = require("./pages.cjs");

const pages = new Set(pagesOf());

/** The target of a page's link on the site, and the file to copy there for it. */
function targetOf(page, href) {
  if (/^([a-z]+:|#|\/)/i.test(href)) return { href };
  const [path, place] = href.split("#");
  const anchor = place === undefined ? "" : `#${place}`;
  const file = posix.join(posix.dirname(page), path);
  if (pages.has(file)) return { href: servedPath(path) + anchor };
  // VitePress reports what does not exist.
  if (!existsSync(join(root, file))) return { href };
  return { href: copyOf(path), copied: file };
}

/** Browsers show plain text and JSON, and download sources. */
function copyOf(path) {
  return path.endsWith(".json") ? path : `${path}.txt`;
}

/** A plugin of markdown-it. It adds the files to copy to a set. */
function siteLinks(markdown, copied) {
  markdown.core.ruler.push("site-links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href === null) continue;
      const target = targetOf(env.relativePath, href);
      token.attrSet("href", target.href);
      if (target.copied) copied.add(target.copied);
    }
  });
}

module.exports = { copyOf, siteLinks, targetOf };
