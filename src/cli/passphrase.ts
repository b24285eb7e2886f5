import {
  backendUrl,
  locateStack,
  messageOf,
  openPassphrase,
  readProject,
  type StackAddress,
  StateError,
} from "../state";
import { complain } from "./print";

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

/**
 * Asks for a stack's passphrase where the environment gives none and somebody sits at the terminal; what is asked for
 * goes to the error output, for the other one may be a pipe. The answer goes on in the environment, to children, too.
 */
export async function withPassphrase(
  address: StackAddress,
  { nonInteractive = false }: { readonly nonInteractive?: boolean },
): Promise<StackAddress> {
  const { env } = address;
  const given = env.PULUMI_CONFIG_PASSPHRASE !== undefined || !!env.PULUMI_CONFIG_PASSPHRASE_FILE;
  if (given || nonInteractive || !process.stdin.isTTY || !process.stderr.isTTY) return address;
  const project = await readProject(address.cwd);
  if (!backendUrl(project, env).startsWith("file://")) return address;
  const { settings, deployment, stack } = await locateStack(address);
  const salt = settings.salt ?? deployment?.salt;
  const passphrase = salt ? await askUntilRight(stack, salt) : await askForNew(stack);
  return { ...address, env: { ...env, PULUMI_CONFIG_PASSPHRASE: passphrase } };
}

async function askUntilRight(stack: string, salt: string): Promise<string> {
  for (;;) {
    const passphrase = await ask(
      `Passphrase of the stack "${stack}" (PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE spares the question)`,
    );
    try {
      await openPassphrase(passphrase, salt);
      return passphrase;
    } catch (cause) {
      complain(`error: ${messageOf(cause)}\n`);
    }
  }
}

async function askForNew(stack: string): Promise<string> {
  for (;;) {
    const first = await ask(
      `A passphrase that protects the secrets of the new stack "${stack}" (it may be empty)`,
    );
    if ((await ask("The same once more")) === first) return first;
    complain("error: The two differ.\n");
  }
}

async function ask(message: string): Promise<string> {
  const { isCancel, password } = loadPrompts();
  const answer = await password({ message, output: process.stderr });
  if (isCancel(answer))
    throw new StateError("passphrase", "Without the passphrase the stack stays closed. Nothing was done.");
  return answer ?? "";
}
