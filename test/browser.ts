import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { z } from "zod";

const found = z
  .union([z.object({ path: z.string(), args: z.array(z.string()) }), z.object({ reason: z.string() })])
  .parse(
    JSON.parse(execFileSync(process.execPath, [join(__dirname, "find-browser.cjs")], { encoding: "utf8" })),
  );

/** `describe` if a browser starts on this machine, otherwise `describe.skip`. */
export const inBrowser = "path" in found ? describe : describe.skip;

/** Declares the test that fails if CI is set and no browser starts. */
export function requireBrowserInCI(subject: string): void {
  test(`a browser starts, which the tests of ${subject} require if CI is set`, () => {
    if (!("reason" in found)) return;
    console.warn(`The tests of ${subject} are skipped: no browser starts. ${found.reason}`);
    expect(process.env.CI ?? "").toBe("");
  });
}

export async function launchBrowser(): Promise<Browser> {
  if ("reason" in found) throw new Error(found.reason);
  return chromium.launch({ executablePath: found.path, args: found.args });
}
