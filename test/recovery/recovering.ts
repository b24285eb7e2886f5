import { createClaims, memoryIntents, type Services } from "../../src/lifecycle";
import {
  type Decisions,
  type RecoveryCase,
  type RecoveryOutcome,
  recoverStack,
  unattendedDecisions,
} from "../../src/recovery";
import type { PropertyMap } from "../../src/state";
import type { TestStack } from "../../src/testing";

export interface RecoverTestOptions {
  /** The decisions. Default: the certain cases, as with `--yes`. */
  readonly decide?: (cases: readonly RecoveryCase[]) => Decisions | undefined;
  /** Another machine has no records of creates. */
  readonly isOtherMachine?: boolean;
  readonly services?: Services;
  /** The token of explicit providers. Default: that of the stack. */
  readonly providerToken?: string;
  /** The services of explicit providers. Default: those with `providerToken`. */
  readonly servicesOf?: (inputs: PropertyMap) => Services;
  readonly token?: string;
  readonly interrupt?: AbortSignal;
  readonly keepsOperations?: boolean;
  readonly organization?: string;
  readonly savedAt?: number;
  /** Default: a lock keeps the state as it was loaded. */
  readonly verifyCurrent?: () => Promise<void>;
}

/** Recovers a stack in this process. */
export async function recover(
  stack: TestStack,
  {
    decide = unattendedDecisions,
    isOtherMachine = false,
    services = stack.services(),
    token,
    providerToken,
    servicesOf = () => (providerToken === undefined ? services : stack.services({ token: providerToken })),
    interrupt,
    keepsOperations = true,
    organization,
    savedAt,
    verifyCurrent,
  }: RecoverTestOptions = {},
): Promise<readonly RecoveryOutcome[]> {
  const own = token === undefined ? services : stack.services({ token });
  // Unlike a plugin, it reads the state itself.
  const withoutState = (used: Services): Services => ({
    ...used,
    claims: createClaims(),
    stackAccount: undefined,
    ...(isOtherMachine && { intents: memoryIntents() }),
  });
  const { outcomes } = await stack.clock.run(
    recoverStack({
      ...{ project: "project", stack: "dev", organization },
      store: {
        keepsOperations,
        ...(verifyCurrent && { verifyCurrent }),
        lock: () => stack.store.lock(),
        load: async () => ({ snapshot: await stack.store.load(), savedAt }),
        save: (snapshot) => stack.store.save(snapshot),
      },
      services: withoutState(own),
      servicesOf: (inputs) => withoutState(servicesOf(inputs)),
      decide: async (cases) => decide(cases),
      ...(interrupt ? { interrupt } : {}),
    }),
  );
  return outcomes;
}

/** The writes that the service received, as operations. */
export function writesIn(stack: TestStack): readonly string[] {
  return stack.emulator.control
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ operation }) => String(operation));
}

/** Selects the choice of each case whose description matches. */
export function choose(pattern: RegExp): (cases: readonly RecoveryCase[]) => Decisions {
  return (cases) =>
    new Map(
      cases.flatMap((one) => {
        const choice = one.choices.find(({ description }) => pattern.test(description));
        return choice === undefined ? [] : [[one, choice] as const];
      }),
    );
}
