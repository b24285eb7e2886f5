import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../client";
import type { LookupOptions } from "./options";
import { programServiceOf } from "./program-service";
import { checkQuery, type RulesOf, refuseUnknownKeys, withoutAbsent } from "./query";
import { runErrorOf } from "./run-error";

const optionKeys: Readonly<Record<keyof LookupOptions, true>> = {
  baseUrl: true,
  token: true,
  brand: true,
  betaUrl: true,
  maxListItems: true,
};

/** Loaded by the first lookup: a program that only declares resources does not need axios and zod. */
const loadClient = (): typeof import("../client") => require("../client");
const loadConfig = (): typeof import("../config") => require("../config");

/** A call of a lookup. */
export interface Lookup<Q> {
  /** The function's name: `getImage`. */
  readonly name: string;
  readonly query: Q;
  readonly rules: RulesOf<Q>;
  readonly options: LookupOptions | undefined;
}

/** The clients of this process, by their settings: all lookups share their connections, rate limits and retries. */
const clients = new Map<string, Client>();

/** A client with the settings of the options, the environment and the stack. */
export function connect(options: LookupOptions = {}): Connection {
  const service = programServiceOf(pulumi.runtime.getMonitor());
  if (service) {
    const { baseUrl, token, brand, clock } = service;
    const { createClient, fetchTransport } = loadClient();
    const settings = loadConfig().resolveSettings({
      argument: { baseUrl, token, brand, ...options },
      env: {},
    });
    const transport = fetchTransport((request) => service.fetch(request));
    return { client: createClient({ ...settings, clock, transport }), brand: settings.brand };
  }
  const configuration = new pulumi.Config("nodecloud");
  const settings = loadConfig().resolveSettings({
    argument: options,
    stack: (key) => configuration.get(key.slice("nodecloud:".length)),
  });
  const { baseUrl, token, brand, betaUrl, maxListItems } = settings;
  const key = JSON.stringify([baseUrl, token, brand, betaUrl, maxListItems]);
  const client = clients.get(key) ?? loadClient().createClient(settings);
  clients.set(key, client);
  return { client, brand };
}

interface Connection {
  readonly client: Client;
  readonly brand: string;
}

/** Runs a lookup. An error ends the program with its message only. */
export async function runLookup<Q extends object, T>(
  { name, query, rules, options }: Lookup<Q>,
  find: (client: Client, query: Q, brand: string) => Promise<T>,
): Promise<T> {
  try {
    refuseUnknownKeys(name, "option", options ?? {}, optionKeys);
    checkQuery(name, query, rules);
    const { client, brand } = connect(options);
    return await find(client, withoutAbsent(query), brand);
  } catch (error) {
    throw runErrorOf(error);
  }
}

/** The response; undefined if the service returns 404 with the interface's error body. */
export async function orUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    const { NodecloudError } = loadClient();
    if (error instanceof NodecloudError && error.code === "not_found" && error.hasErrorBody) return undefined;
    throw error;
  }
}

/** An event's action with the brand's word, as the service returns it; the client translates it to `node`. */
export function brandedAction(action: string, brand: string): string {
  return loadClient().brandedAction(brand, action);
}
