import { lockOwners, nameExisting, nameStack, removeLocks } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print } from "../print";
import { resolveStack } from "../stack-address";
import { canPrompt, confirm, skipsConfirmations } from "../terminal";

/** Removes a stack's lock. A run that is still alive does not notice, which is why a terminal asks first. */
export async function cancelRun(
  name: string | undefined,
  options: ProjectOptions & { readonly yes: boolean },
): Promise<number> {
  const address = await resolveStack(options, name);
  const { project, backend, stack } = await nameStack(address);
  // A killed run may have locked a stack before it wrote its state, or left a state that cannot be read.
  const locks = await lockOwners(backend, project.name, stack);
  if (locks.length === 0) {
    await nameExisting(address);
    print(`The stack "${stack}" is not locked.\n`);
    return 0;
  }
  const needsConfirmation = canPrompt(options) && !options.yes && !skipsConfirmations(process.env);
  const question = `Remove the lock of the stack "${stack}" (${locks.join("; ")})? Only do this if its run has ended.`;
  if (needsConfirmation && !(await confirm(question))) return 8;
  const removed = await removeLocks(backend, project.name, stack);
  print(
    `The stack "${stack}" is no longer locked. Removed:\n${removed.map((lock) => `  ${lock}`).join("\n")}\n`,
  );
  return 0;
}
