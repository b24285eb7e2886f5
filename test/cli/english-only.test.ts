import { execFileSync } from "node:child_process";
import { join } from "node:path";

it("keeps zod from loading its messages in languages other than English", () => {
  const code = `
    require("./dist/cli/english-only").loadEnglishOnly();
    const { z } = require("zod");
    const { message } = z.string().safeParse(1).error.issues[0];
    const files = Object.keys(require.cache).filter((path) => path.includes("locales"));
    console.log(JSON.stringify({ message, files }));
  `;
  const cwd = join(__dirname, "../..");
  const output = execFileSync(process.execPath, ["-e", code], { cwd, encoding: "utf8" });
  const { message, files }: { message: string; files: string[] } = JSON.parse(output);
  expect(message).toBe("Invalid input: expected string, received number");
  expect(files.map((path) => path.split(/[\\/]/).at(-1)).sort()).toEqual(["en.cjs", "index.cjs"]);
});
