import { dirname } from "node:path";
import { findSdk } from "../../engine/grpc/sdk";
import type { Project } from "../../state";
import { messageOf } from "../../unknown";
import { type FoundPackage, findPackage } from "../find-package";
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
      "Use a single copy: run `npm dedupe`, or use the same version wherever package.json files list @pulumi/pulumi.",
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
    "Run `npx nodecloud` in the project's folder to use the project's own version.",
  );
}
