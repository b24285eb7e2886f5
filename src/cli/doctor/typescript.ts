import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSdk } from "../../engine/grpc/sdk";
import type { Project } from "../../state";
import { isRecord } from "../../unknown";
import { findPackage } from "../find-package";
import { type Check, ok, problem, warning } from "./check";

/** The first version that the SDK cannot load: it has no API for JavaScript. */
const firstUnsupported = 7;

/** Checks the compiler of the program. Nothing is checked for a program in JavaScript. */
export function checkTypeScript(project: Project): readonly Check[] {
  const { programFolder, entry, nodeArguments } = project;
  const hasTypeScript = ["tsconfig.json", "index.ts", "index.mts"].some((name) =>
    existsSync(join(programFolder, name)),
  );
  if (!hasTypeScript && !/\.[cm]?tsx?$/.test(entry)) return [];
  if (!project.typescript) {
    const loader = nodeArguments.join(" ");
    return [ok("TypeScript", loader ? `loaded by ${loader}.` : "off (typescript: false).")];
  }
  if (isModule(programFolder) && nodeArguments.length === 0 && !findPackage("ts-node", programFolder)) {
    return [
      problem(
        "TypeScript",
        'the program is an ES module ("type": "module"), which the SDK does not compile.',
        "Set typescript: false and a loader in nodeargs, as `nodecloud new esm` does, or remove the type.",
      ),
    ];
  }
  const found = findPackage("typescript", sdkFolder(programFolder) ?? programFolder);
  if (found === undefined) {
    if (/"node(16|18|20|next)"/i.test(readOrEmpty(join(programFolder, "tsconfig.json")))) {
      return [
        problem(
          "TypeScript",
          "the SDK's own TypeScript 3.8.3 does not support a setting in tsconfig.json.",
          "Run npm install typescript@6.",
        ),
      ];
    }
    return [
      warning(
        "TypeScript",
        "compiled by TypeScript 3.8.3, which the SDK contains.",
        "For newer syntax: npm install typescript@6.",
      ),
    ];
  }
  if (Number.parseInt(found.version, 10) >= firstUnsupported) {
    return [
      problem(
        "TypeScript",
        `the SDK cannot load TypeScript ${found.version}.`,
        "Run npm install typescript@6, or build the program and set typescript: false.",
      ),
    ];
  }
  return [ok("TypeScript", `compiled by TypeScript ${found.version}.`)];
}

function isModule(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readOrEmpty(join(folder, "package.json")));
    return isRecord(manifest) && manifest.type === "module";
  } catch {
    return false;
  }
}

function readOrEmpty(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function sdkFolder(programFolder: string): string | undefined {
  try {
    return dirname(findSdk(programFolder).manifestPath);
  } catch {
    return undefined;
  }
}
