// The site of the documentation (`npm run docs`): the Markdown pages of the repository, with a search that runs in the browser.
import { cpSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The tests load these files too, which an import would bundle into the configuration.
const require = createRequire(import.meta.url);
const { pagesOf, root, servedPath, sidebarOf } = require("../pages.cjs");
const { copyOf, siteLinks } = require("../links.cjs");

const included = pagesOf();
const copied = new Set();

/** The pages are outside of this folder, where the bundler would not find Vue. */
const vueOfThisFolder = {
  name: "vue-of-this-folder",
  enforce: "pre",
  resolveId(id, _importer, options) {
    return /^vue(\/|$)/.test(id)
      ? this.resolve(id, join(root, "site/package.json"), { ...options, skipSelf: true })
      : undefined;
  },
};

export default {
  title: "pulumi-nodecloud",
  description: "A Pulumi package for an operator's instance, account and image service.",
  lang: "en-US",
  srcDir: root,
  srcExclude: readdirSync(root)
    .filter((name) => !included.some((page) => page === name || page.startsWith(`${name}/`)))
    .map((name) => `${name}{,/**}`),
  outDir: join(root, "site/dist"),
  cacheDir: join(root, "site/node_modules/.cache/vitepress"),
  rewrites: Object.fromEntries(
    included.map((page) => [page, servedPath(page)]).filter(([page, path]) => page !== path),
  ),
  markdown: {
    // Placeholders such as <folder> are text.
    html: false,
    config: (markdown) => siteLinks(markdown, copied),
  },
  buildEnd: ({ outDir }) => {
    for (const file of copied) cpSync(join(root, file), join(outDir, copyOf(file)));
  },
  vite: { plugins: [vueOfThisFolder] },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: sidebarOf(),
    nav: [
      { text: "Reference", link: "/docs/reference/" },
      { text: "Upgrade notes", link: "/docs/upgrading" },
      { text: "Changelog", link: "/CHANGELOG" },
    ],
  },
};
