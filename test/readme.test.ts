import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import * as index from "../src";
import { createEmulator } from "../src/emulator";
import { InProcessProject } from "./cli/in-process-project";
import { packedPackage } from "./examples/packed";
import { connectionTo, expectDone } from "./whole/project";

const root = resolve(__dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README in one language. */
function blocksOf(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, block = ""]) => block,
  );
}

it("prints what the README shows when its program is run by its commands", async () => {
  const [program = ""] = blocksOf("ts");
  const [output = ""] = blocksOf("text");
  const commands = blocksOf("sh")
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("npx nodecloud "))
    .map((line) => line.split(" ").slice(2));
  const emulator = createEmulator({ speed: 200 });
  const server = await emulator.listen();
  const project = new InProcessProject({
    "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
    "package.json": '{"name":"shop","private":true,"main":"index.ts"}',
    "index.ts": program,
  });
  try {
    let printed = "";
    for (const command of commands) {
      const yes = command[0] === "up" ? ["--yes", "--engine", "embedded"] : [];
      const ended = await project.run([...command, ...yes], {
        env: connectionTo(server),
        input: "correct-horse-battery\n",
      });
      expectDone(ended);
      printed = ended.stdout;
    }
    const withoutTimes = (text: string) => text.replace(/\b(\d+m)?[\d.]+s\b/g, "0s").trim();
    expect(withoutTimes(printed)).toBe(withoutTimes(output));
    expect(emulator.control.world().instances).toMatchObject([{ region: "us-east", tags: ["shop"] }]);
  } finally {
    await server.close();
    project.remove();
  }
}, 60_000);

const packedFolder = packedPackage();
const packed: ReadonlySet<string> = new Set(
  readdirSync(packedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packedFolder, join(entry.parentPath, entry.name))),
);
const pages = [...packed].filter((path) => path.endsWith(".md"));

it.each(pages)("links from %s lead to pages and places that the package contains", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", place] = link.split("#");
    // Pictures are only in the repository, which the package's page shows them from.
    if (path.endsWith(".png")) return !existsSync(join(root, dirname(page), path));
    const target = path === "" ? page : relative(root, resolve(root, dirname(page), path));
    if (!packed.has(target)) return true;
    return place !== undefined && !placesOf(readFileSync(join(root, target), "utf8")).includes(place);
  });
  expect(broken).toEqual([]);
});

/** The anchors of a page's headings, as GitHub makes them. */
function placesOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

const repositoryPages = ["README.md", "CONTRIBUTING.md", ...pagesOfDocs()];

it.each(repositoryPages)("names in %s only files and folders that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const paths = [...text.matchAll(/`((?:src|test|docs|scripts|bench|examples|eslint-rules)\/[^\s`*<]*)`/g)];
  const named = paths.map(([, path = ""]) => path);
  // `Widget` is the example of a new resource.
  expect(named.filter((path) => !path.includes("widget") && !existsSync(join(root, path)))).toEqual([]);
});

it("has a row for every resource and lookup in the README", () => {
  const exported = Object.keys(index).filter((name) => !name.endsWith("Output"));
  expect(exported.filter((name) => !new RegExp(`^\\| (.*, )?\`${name}\``, "m").test(readme))).toEqual([]);
});

it("has a row for every example in the README", () => {
  const examples = readdirSync(join(root, "examples")).filter((name) =>
    existsSync(join(root, "examples", name, "Pulumi.yaml")),
  );
  expect(examples.filter((name) => !readme.includes(`\n| [${name}](examples/${name}/README.md) | `))).toEqual(
    [],
  );
});

it("names every page of docs in the README", () => {
  expect(pagesOfDocs().filter((page) => !readme.includes(`${page})`))).toEqual([]);
});

function pagesOfDocs(): string[] {
  return readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
}
