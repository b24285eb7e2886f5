import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findSdk } from "../../engine/grpc/sdk";
import type { Project } from "../../state";
import { isRecord, messageOf } from "../../unknown";
import { readVersion } from "../package-version";
import { type Check, ok, problem, warning } from "./check";

/** Checks which SDK and which copy of this package the program loads. */
export function checkPackages({ programFolder }: Project): readonly Check[] {
  const own = findPackage("pulumi-nodecloud", programFolder);
  return [checkSdk(programFolder, own?.folder), checkOwn(own)];
}

function checkSdk(programFolder: string, ownFolder: string | undefined): Check {
  try {
    const sdk = findSdk(programFolder);
    const other = ownFolder === undefined ? undefined : findPackage("@pulumi/pulumi", ownFolder);
    if (other === undefined || other.folder === dirname(sdk.manifestPath)) {
      return ok("SDK", `@pulumi/pulumi ${sdk.version}.`);
    }
    return problem(
      "SDK",
      `two copies: the program loads ${sdk.version} from ${dirname(sdk.manifestPath)}, and pulumi-nodecloud ${other.version} from ${other.folder}.`,
      "Make them one: `npm dedupe`, or the same version wherever package.json files name @pulumi/pulumi.",
    );
  } catch (error) {
    return problem("SDK", messageOf(error));
  }
}

function checkOwn(own: FoundPackage | undefined): Check {
  if (own === undefined) {
    return problem(
      "package",
      "the program cannot load pulumi-nodecloud.",
      "Run `npm install` in its folder.",
    );
  }
  if (own.version === readVersion()) return ok("package", `pulumi-nodecloud ${own.version}.`);
  return warning(
    "package",
    `the program loads pulumi-nodecloud ${own.version}, and this command is ${readVersion()}.`,
    "Run `npx nodecloud` in the project's folder to use its own.",
  );
}

interface FoundPackage {
  readonly folder: string;
  readonly version: string;
}

/** The package that a program in this folder would load. Undefined: it would find none. */
export function findPackage(name: string, folder: string): FoundPackage | undefined {
  const fromFolder = createRequire(join(folder, "program.js"));
  try {
    const path = fromFolder.resolve(`${name}/package.json`);
    const manifest: unknown = fromFolder(path);
    const version = isRecord(manifest) && typeof manifest.version === "string" ? manifest.version : "unknown";
    return { folder: dirname(path), version };
  } catch {
    return undefined;
  }
}
