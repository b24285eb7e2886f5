import { writeCheckpoint, writeDeployment } from "./checkpoint";
import { StateError } from "./error";
import { locateStack, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { openSecrets } from "./open-stack";
import { emptySnapshot } from "./snapshot";
import { writeStackFile } from "./stack-file";

/** Creates an empty stack, and a salt for its secrets if its file has none. `time` as RFC 3339 text. */
export async function createStack(address: StackAddress, time: string): Promise<void> {
  const { project, backend, stack } = await locateStack(address);
  const unlock = await lockStack(backend, project.name, stack, time);
  try {
    const located = await locateStack(address);
    if (located.deployment) {
      throw new StateError(
        "stackExists",
        `The stack "${stack}" of the project "${project.name}" already exists in ${backend.url}. Nothing was done. Run \`stack select ${stack}\` to select it.`,
      );
    }
    const secrets = await openSecrets(located, address.env, { dryRun: false });
    const deployment = writeDeployment(emptySnapshot, secrets.salt, time, () => ({}));
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, deployment));
  } finally {
    await unlock();
  }
}
