import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../client";
import type { Settings } from "../config";

/**
 * Where a lookup asks. What is left out comes from the environment (`NODECLOUD_BASE_URL`, `NODECLOUD_TOKEN`,
 * `NODECLOUD_BRAND`), else from the stack's configuration (`nodecloud:baseUrl`, ...).
 */
export type LookupOptions = Partial<Settings>;

/** Loaded at the first lookup: a program that only declares resources does not need axios and zod. */
const loadClient = (): typeof import("../client") => require("../client");
const loadConfig = (): typeof import("../config") => require("../config");

function connect(options: LookupOptions = {}): Client {
  const configuration = new pulumi.Config("nodecloud");
  const settings = loadConfig().resolveSettings({
    argument: options,
    stack: (key) => configuration.get(key.slice("nodecloud:".length)),
  });
  return loadClient().createClient(settings);
}

/** Runs a lookup. What fails ends the program with its message alone: a stack trace would tell a user nothing. */
export async function lookUp<T>(
  options: LookupOptions | undefined,
  look: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await look(connect(options));
  } catch (error) {
    throw new pulumi.RunError(error instanceof Error ? error.message : String(error));
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
    if (error instanceof NodecloudError && error.code === "not_found" && error.inErrorForm) return undefined;
    throw error;
  }
}
