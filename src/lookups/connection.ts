import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../client";
import type { Settings } from "../config";
import { messageOf } from "../unknown";
import { type KeysOf, refuseUnknown, withoutAbsent } from "./query";

/**
 * Where a lookup asks. What is left out comes from the environment (`NODECLOUD_BASE_URL`, `NODECLOUD_TOKEN`,
 * `NODECLOUD_BRAND`), else from the stack's configuration (`nodecloud:baseUrl`, ...).
 */
export type LookupOptions = Partial<Settings>;

const optionKeys: KeysOf<LookupOptions> = {
  baseUrl: true,
  token: true,
  brand: true,
  betaUrl: true,
  maxListItems: true,
};

/** Loaded at the first lookup: a program that only declares resources does not need axios and zod. */
const loadClient = (): typeof import("../client") => require("../client");
const loadConfig = (): typeof import("../config") => require("../config");

/** A look-up as a program calls it. */
export interface Lookup<Q> {
  /** Its name, for messages: `getImage`. */
  readonly name: string;
  readonly query: Q;
  readonly keys: KeysOf<Q>;
  readonly options: LookupOptions | undefined;
}

/** A client by the settings of the environment and of the stack. */
export function connect(options: LookupOptions = {}): Connection {
  const configuration = new pulumi.Config("nodecloud");
  const settings = loadConfig().resolveSettings({
    argument: options,
    stack: (key) => configuration.get(key.slice("nodecloud:".length)),
  });
  return { client: loadClient().createClient(settings), brand: settings.brand };
}

interface Connection {
  readonly client: Client;
  readonly brand: string;
}

/** Runs a look-up with the query without what is absent. What fails ends the program with its message alone: a stack trace would tell a user nothing. */
export async function lookUp<Q extends object, T>(
  { name, query, keys, options }: Lookup<Q>,
  look: (client: Client, query: Q, brand: string) => Promise<T>,
): Promise<T> {
  try {
    refuseUnknown(name, "option", options ?? {}, optionKeys);
    refuseUnknown(name, "condition", query, keys);
    const { client, brand } = connect(options);
    return await look(client, withoutAbsent(query), brand);
  } catch (error) {
    throw new pulumi.RunError(messageOf(error));
  }
}

/** All items of a list, gathered. */
export async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}

/** The answer; undefined where the service says, in the interface's error form, that there is no such thing. */
export async function present<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { NodecloudError } = loadClient();
    if (error instanceof NodecloudError && error.code === "not_found" && error.hasErrorBody) return undefined;
    throw error;
  }
}

/** An event's action as the service wrote it: the client reads it in the interface's word. */
export function writtenAction(action: string, brand: string): string {
  return loadClient().brandedAction(brand, action);
}
