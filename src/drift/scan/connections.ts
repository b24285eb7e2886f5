import { createClient, type Transport } from "../../client";
import type { Clock } from "../../clock";
import type { Settings } from "../../config";
import { groupBy } from "../group-by";
import { readOnly } from "../read-only-transport";
import type { RecordedStack } from "../recorded-stack";
import { AccountReader } from "./account-reader";

export interface ConnectOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly interrupt: AbortSignal | undefined;
  readonly onProgress: (message: string) => void;
}

/** A way to read one account, and the stacks that use it. */
export interface Connection {
  readonly reader: AccountReader;
  readonly stacks: readonly RecordedStack[];
}

/**
 * Connects to the account of each stack and reads which one it is. Stacks with the same address and token share a connection, and so
 * do stacks whose tokens are of the same account. Only reads can be sent.
 */
export async function connect(
  stacks: readonly RecordedStack[],
  options: ConnectOptions,
): Promise<readonly Connection[]> {
  const bySettings = groupBy(stacks, ({ settings }) => keyOf(settings));
  const connections = await Promise.all(
    [...bySettings.values()].map(async ([first, ...others]) => {
      const reader = open(first.settings, options);
      const account = await reader.readAccount();
      const key = account.isKnown ? `${reader.address} ${account.euuid}` : keyOf(first.settings);
      return { key, reader, stacks: [first, ...others] };
    }),
  );
  return [...groupBy(connections, ({ key }) => key).values()].map(([first, ...others]) => ({
    reader: first.reader,
    stacks: [first, ...others].flatMap((connection) => connection.stacks),
  }));
}

function open(
  settings: Settings,
  { transport, clock, interrupt, onProgress }: ConnectOptions,
): AccountReader {
  const client = createClient({ ...settings, transport: readOnly(transport), clock, interrupt });
  return new AccountReader({ client, clock, address: settings.baseUrl, brand: settings.brand, onProgress });
}

function keyOf({ baseUrl, token, brand, betaUrl, maxListItems }: Settings): string {
  return JSON.stringify([baseUrl, token, brand, betaUrl, maxListItems]);
}
