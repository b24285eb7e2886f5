import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { packedPackage } from "../examples/packed";

const root = packedPackage();
const manifest: {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

/** In bytes. Anything that makes it larger does not belong in the package, or needs a reason and a new bound. */
const maxSize = 2_120_000;

it("is smaller than its bound, unpacked", () => {
  const sizes = files.map((file) => statSync(join(root, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxSize);
});

it("has every file that it exports, and a command that can be executed", () => {
  const exported = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  expect(exported.filter((path) => !files.includes(path.replace("./", "")))).toEqual([]);
  expect(statSync(join(root, "dist/cli/main.js")).mode & 0o111).toBe(0o111);
});

describe("a bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "nodecloud-bundle-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function bundle(name: string, options: BuildOptions): string {
    const outfile = join(folder, name);
    buildSync({ outfile, bundle: true, platform: "node", ...options });
    return outfile;
  }

  it("that contains all of the client creates one", () => {
    const path = bundle("client.cjs", { entryPoints: [join(root, "dist/client/index.js")] });
    const { createClient } = require(path);
    expect(createClient({ baseUrl: "https://service.test/v4" })).toHaveProperty("regions");
  });

  it("of ES modules that contains all of the emulator serves the API, and not the console", () => {
    const contents = `
      import { createEmulator } from "./dist/emulator/index.js";
      const emulator = createEmulator();
      const get = async (path) => (await emulator.fetch(new Request("http://emulator.test" + path))).status;
      console.log(await get("/v4/regions"), await get("/"));`;
    const requireBanner =
      'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
    const path = bundle("emulator.mjs", {
      ...{ stdin: { contents, resolveDir: root }, format: "esm", banner: { js: requireBanner } },
    });
    expect(execFileSync(process.execPath, [path], { encoding: "utf8" })).toBe("200 404\n");
  });
});

it("has no string that continues on the next line, which bundlers that indent modules would change", () => {
  const continued = files.filter(
    (file) => /^dist\/.*\.js$/.test(file) && /\\$/m.test(readFileSync(join(root, file), "utf8")),
  );
  expect(continued).toEqual([]);
});

it("has no source map, and no file that names one", () => {
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const naming = files.filter(
    (file) => /\.[jt]s$/.test(file) && readFileSync(join(root, file), "utf8").includes("sourceMappingURL="),
  );
  expect(naming).toEqual([]);
});

/** The files of one kind, and those that they import. */
function importsOf(extension: string, pattern: RegExp) {
  const own = files.filter((file) => file.startsWith("dist/") && file.endsWith(extension));
  const imported = own.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([, path = ""]) => {
      const target = join(file, "..", path);
      if (path.endsWith(".json")) return target;
      return own.includes(`${target}${extension}`) ? target + extension : join(target, `index${extension}`);
    }),
  );
  const entries = JSON.stringify([manifest.exports, "dist/cli/main.js"]);
  const unused = own.filter((file) => !imported.includes(file) && !entries.includes(file));
  return { imported, unused };
}

it("has every module that others require, and none that nothing requires", () => {
  const { imported, unused } = importsOf(".js", /\brequire\(\s*"(\.[^"]*)"\s*\)/g);
  expect(imported.filter((file) => !files.includes(file))).toEqual([]);
  expect(unused).toEqual([]);
});

it("has no declarations that nothing imports", () => {
  expect(importsOf(".d.ts", /\b(?:from |import |import\()"(\.[^"]*)"/g).unused).toEqual([]);
});

it("runs nothing when it is installed", () => {
  const installing = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
  expect(Object.keys(manifest.scripts).filter((name) => installing.includes(name))).toEqual([]);
  expect(files).not.toContain("binding.gyp");
});
