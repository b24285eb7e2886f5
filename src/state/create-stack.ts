import { writeCheckpoint, writeDeployment } from "./checkpoint";
import { StateError } from "./error";
import { locateStack, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { openSecrets } from "./open-stack";
import { emptySnapshot } from "./snapshot";
import { writeStackFile } from "./stack-file";

/** Makes an empty stack, and its secrets where its file names none yet. `time` as RFC 3339 text. */
export async function createStack(address: StackAddress, time: string): Promise<void> {
  const { project, backend, stack } = await locateStack(address);
  const unlock = await lockStack(backend, project.name, stack, time);
  try {
    const located = await locateStack(address);
    if (located.deployment) {
      throw new StateError(
        "stackExists",
        `There is a stack "${stack}" of the project "${project.name}" in ${backend.url} already. Nothing was done. \`stack select ${stack}\` selects it.`,
      );
    }
    const secrets = await openSecrets(located, address.env, { dryRun: false });
    const deployment = writeDeployment(emptySnapshot, secrets.salt, time, () => ({}));
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, deployment));
  } finally {
    await unlock();
  }
}
