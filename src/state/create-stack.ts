import { writeCheckpoint, writeDeployment } from "./checkpoint";
import { StateError } from "./error";
import { type LocatedStack, locateStack, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { openSecrets } from "./open-stack";
import { emptySnapshot } from "./snapshot";
import { writeStackFile } from "./stack-file";
import { writeSalt } from "./stack-settings";

/** Creates an empty stack, and a salt for its secrets if its file has none. `time` in RFC 3339. */
export async function createStack(address: StackAddress, time: string): Promise<void> {
  const before = await locateStack(address);
  refuseExisting(before);
  // The key takes a second to derive, and a command that ends in the meantime must not leave a lock.
  const { salt: newSalt } = await openSecrets(before, address.env, { dryRun: true });
  const { project, backend, stack } = before;
  const unlock = await lockStack(backend, project.name, stack, time);
  try {
    const located = await locateStack(address);
    refuseExisting(located);
    if (!located.settings.salt) await writeSalt(located.settings, newSalt);
    const salt = located.settings.salt ?? newSalt;
    const deployment = writeDeployment(emptySnapshot, salt, time, () => ({}));
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, deployment));
  } finally {
    await unlock();
  }
}

function refuseExisting({ deployment, project, backend, stack }: LocatedStack): void {
  if (!deployment) return;
  throw new StateError(
    "stackExists",
    `The stack "${stack}" of the project "${project.name}" already exists in ${backend.url}. Nothing was done. Run \`stack select ${stack}\` to select it.`,
  );
}
