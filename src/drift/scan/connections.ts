import { createClient, type Transport } from "../../client";
import { defaultMaxListItems } from "../../client/list-bounds";
import type { Clock } from "../../clock";
import type { Settings } from "../../config";
import { groupBy } from "../../group-by";
import { readIdentity } from "../../lifecycle";
import { abortOnInterrupt } from "../../plugin/interruption";
import { readOnly } from "../read-only-transport";
import type { RecordedStack } from "../recorded-stack";
import { AccountReader } from "./account-reader";
import { type ProviderPart, subjectOf } from "./provider-parts";

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
  /** Stacks of other connections that may manage objects of this account: nothing proves that they use another account. */
  readonly otherStacks: readonly RecordedStack[];
}

/**
 * Connects to the account of each stack and identifies it. Stacks with the same address and token share a connection, and so
 * do stacks whose tokens belong to the same account. All lists may be as long as one of the stacks allows. Only reads can be sent.
 * @param unreadable Stacks without a usable connection, which may manage objects of these accounts.
 */
export async function connect(
  stacks: readonly ProviderPart[],
  options: ConnectOptions,
  unreadable: readonly RecordedStack[] = [],
): Promise<readonly Connection[]> {
  const bySettings = groupBy(stacks, ({ settings }) => keyOf(settings));
  const limits = stacks.map(({ settings }) => settings.maxListItems ?? defaultMaxListItems);
  const maxListItems = Math.max(...limits);
  const connections = await Promise.all(
    [...bySettings.values()].map(async ([first, ...others]) => {
      const reader = open({ ...first, settings: { ...first.settings, maxListItems } }, options);
      const account = await reader.readAccount();
      const key = account.isKnown ? `${reader.address} ${account.euuid}` : keyOf(first.settings);
      return { key, reader, stacks: [first, ...others] };
    }),
  );
  const accounts = [...groupBy(connections, ({ key }) => key).values()].map(([first, ...others]) => ({
    reader: first.reader,
    stacks: [first, ...others].flatMap((connection) => connection.stacks),
  }));
  return accounts.map((account) => ({
    ...account,
    otherStacks: [
      ...accounts.flatMap((other) =>
        other === account ? [] : other.stacks.filter((stack) => mayManageIn(account, stack, other.reader)),
      ),
      ...unreadable.filter((stack) => mayBeOneOf(accountsOf(account), recordedAccountsOf(stack))),
    ],
  }));
}

/**
 * Whether a connection and a stack with another reader may use the same account: their addresses are equal, and nothing shows that their
 * accounts differ.
 */
function mayManageIn(
  { reader, stacks }: Pick<Connection, "reader" | "stacks">,
  stack: RecordedStack,
  stackReader: AccountReader,
): boolean {
  if (reader.address !== stackReader.address) return false;
  const recorded = recordedAccountsOf(stack);
  const stackAccounts = recorded.length > 0 ? recorded : tokenAccountsOf(stackReader);
  return mayBeOneOf(accountsOf({ reader, stacks }), stackAccounts);
}

function accountsOf({ reader, stacks }: Pick<Connection, "reader" | "stacks">): readonly string[] {
  const tokenAccounts = tokenAccountsOf(reader);
  return tokenAccounts.length > 0 ? tokenAccounts : stacks.flatMap(recordedAccountsOf);
}

/** Unless both are known and have nothing in common. */
function mayBeOneOf(accounts: readonly string[], others: readonly string[]): boolean {
  const areKnown = accounts.length > 0 && others.length > 0;
  return !areKnown || others.some((account) => accounts.includes(account));
}

function tokenAccountsOf({ account }: AccountReader): readonly string[] {
  return account?.isKnown ? [account.euuid] : [];
}

function recordedAccountsOf({ resources }: RecordedStack): readonly string[] {
  return resources.flatMap(({ outputs }) => readIdentity(outputs).account ?? []);
}

function open(
  part: ProviderPart,
  { transport, clock, interrupt, onProgress }: ConnectOptions,
): AccountReader {
  const { settings, providerName } = part;
  const provider = providerName === undefined ? undefined : subjectOf(part);
  const reads = readOnly(transport);
  const client = createClient({
    ...{ ...settings, clock, interrupt },
    transport: interrupt ? abortOnInterrupt(reads, clock, interrupt) : reads,
  });
  const { baseUrl: address, brand } = settings;
  return new AccountReader({ client, clock, address, brand, provider, onProgress });
}

function keyOf({ baseUrl, token, brand, betaUrl }: Settings): string {
  return JSON.stringify([baseUrl, token, brand, betaUrl]);
}
