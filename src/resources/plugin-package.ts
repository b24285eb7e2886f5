import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";

let isChecked = false;

/**
 * Warns, once, if the engine's plugin cannot load the providers: it loads them from the program's folder. With pnpm and Yarn, that folder does
 * not have this package if only another package, such as a library of components, depends on it.
 */
export function warnOfMissingPackage(): void {
  if (isChecked || !isRunByEngine()) return;
  isChecked = true;
  const folder = process.cwd();
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-nodecloud/provider");
  } catch {
    void pulumi.log.warn(
      `The package pulumi-nodecloud is not installed in ${folder}, from which the engine loads the providers of its resources. Run \`npm install pulumi-nodecloud\` there, or the same with your package manager, even if another package of the program depends on it.`,
    );
  }
}

/** Whether resources are registered over gRPC. Tests with `testStack` or mocks have no plugin. */
function isRunByEngine(): boolean {
  const monitor: object | undefined = pulumi.runtime.getMonitor();
  return monitor !== undefined && "getChannel" in monitor;
}
