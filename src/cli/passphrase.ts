import {
  backendUrl,
  openPassphrase,
  readProject,
  readStoredSalt,
  type StackAddress,
  StateError,
} from "../state";
import { messageOf } from "../unknown";
import { printError } from "./print";
import { loadPrompts } from "./prompts";

/**
 * Prompts for the stack's passphrase when the environment has none and there is a terminal. The prompt goes to standard
 * error, because standard output may be a pipe. The returned address has the passphrase in its environment, which
 * child processes inherit. Does not prompt if only the Pulumi CLI can know that a passphrase is needed: it prompts itself.
 * `signal` ends a prompt.
 */
export async function withPassphrase(
  address: StackAddress,
  { nonInteractive = false, signal }: { readonly nonInteractive?: boolean; readonly signal?: AbortSignal },
): Promise<StackAddress> {
  const { env } = address;
  const isSet = env.PULUMI_CONFIG_PASSPHRASE !== undefined || !!env.PULUMI_CONFIG_PASSPHRASE_FILE;
  if (isSet || nonInteractive || !process.stdin.isTTY || !process.stderr.isTTY) return address;
  const project = await readProject(address.cwd, "inspect");
  if (!(await backendUrl(project, env)).startsWith("file://")) return address;
  const found = await readStoredSalt(address);
  if (found === undefined) return address;
  const { stack, salt } = found;
  const passphrase = salt ? await askUntilCorrect(stack, salt, signal) : await askForNew(stack, signal);
  return { ...address, env: { ...env, PULUMI_CONFIG_PASSPHRASE: passphrase } };
}

async function askUntilCorrect(
  stack: string,
  salt: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (;;) {
    const passphrase = await ask(
      `Enter the passphrase of the stack "${stack}" (set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to skip this prompt)`,
      signal,
    );
    try {
      await openPassphrase(passphrase, salt);
      return passphrase;
    } catch (cause) {
      printError(`error: ${messageOf(cause)}\n`);
    }
  }
}

async function askForNew(stack: string, signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    const first = await ask(
      `Enter a passphrase to protect the secrets of the new stack "${stack}" (may be empty)`,
      signal,
    );
    if ((await ask("Enter it again", signal)) === first) return first;
    printError("error: The passphrases differ. Nothing was saved. Enter both again.\n");
  }
}

async function ask(message: string, signal: AbortSignal | undefined): Promise<string> {
  const { isCancel, password } = loadPrompts();
  const answer = await password({ message, output: process.stderr, ...(signal && { signal }) });
  if (isCancel(answer))
    throw new StateError(
      "passphrase",
      "The stack cannot be opened without its passphrase. Nothing was done. Run the command again and enter it, or set PULUMI_CONFIG_PASSPHRASE.",
    );
  return answer ?? "";
}
