// Builds the emulator's console from src/console: one HTML file with its style and script inside, which the emulator serves from dist.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const page = new URL("src/console/page/", root);

const bundled = await build({
  entryPoints: ["main.ts", "page.css"].map((name) => fileURLToPath(new URL(name, page))),
  outdir: fileURLToPath(new URL("dist", root)),
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome111", "firefox113", "safari16.4"],
  charset: "utf8",
  write: false,
});
const textOf = (extension) => bundled.outputFiles.find(({ path }) => path.endsWith(extension)).text.trim();

// A script that contains </script> would end there.
const script = textOf(".js").replaceAll("</", "<\\/");
const html = readFileSync(new URL("page.html", page), "utf8")
  .replace("/*style*/", () => textOf(".css"))
  .replace("/*script*/", () => script);
mkdirSync(new URL("dist/", root), { recursive: true });
writeFileSync(new URL("dist/console.html", root), html);
