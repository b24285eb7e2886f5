import type { Configuration, ConfigurationValue, PropertyMap } from "../../state";
import { isRecord, messageOf } from "../../unknown";
import { type ApplyResult, ProviderEndedError, type ProviderPort } from "../core";
import { fromProviderValues, type JsonMap, toProviderValues, toStruct } from "./json-values";

const providerKey = "__provider";

/** The methods of a dynamic provider, as in `pulumi.dynamic.ResourceProvider`. Their results are read as the plugin reads them. */
export interface DynamicProvider {
  configure?(request: {
    readonly config: { get(key: string): string | undefined; require(key: string): string };
  }): Promise<void>;
  check?(olds: JsonMap, news: JsonMap): Promise<unknown>;
  diff?(id: string, olds: JsonMap, news: JsonMap): Promise<unknown>;
  create(inputs: JsonMap): Promise<unknown>;
  read?(id: string, properties?: JsonMap): Promise<unknown>;
  update?(id: string, olds: JsonMap, news: JsonMap): Promise<unknown>;
  /** The plugin ignores the result. Here it may be `{ alreadyDeleted: true }` or `{ retained: true }`. */
  delete?(id: string, properties: JsonMap): Promise<unknown>;
}

/** Returns the provider for a `__provider` string. */
export type HandlerFor = (text: string) => DynamicProvider;

/**
 * Behaves like the plugin of dynamic resources without a process, I/O or timers. Values are passed
 * as JSON; `undefined`, a bigint or a function in outputs throws AFTER the create; an error with an `id` is a failed
 * initialization; secrets are unwrapped and unknowns are the SDK's string.
 */
export class InProcessProvider implements ProviderPort {
  readonly newInstance?: NonNullable<ProviderPort["newInstance"]>;
  readonly #handlerFor: HandlerFor;
  readonly #project: string;
  readonly #handlers = new Map<string, DynamicProvider>();
  #configuration: JsonMap = {};

  /** `explicitHandlerFor` returns the `handlerFor` of the explicit provider with this configuration and URN. Default: one instance serves all. */
  constructor({
    handlerFor,
    explicitHandlerFor,
    project = "project",
  }: {
    readonly handlerFor: HandlerFor;
    readonly explicitHandlerFor?: ((configuration: PropertyMap, urn: string) => HandlerFor) | undefined;
    readonly project?: string;
  }) {
    this.#handlerFor = handlerFor;
    this.#project = project;
    if (explicitHandlerFor === undefined) return;
    this.newInstance = async (configuration, _envVarMappings, urn) => {
      const instance = new InProcessProvider({ handlerFor: explicitHandlerFor(configuration, urn), project });
      await instance.configure(configuration);
      return instance;
    };
  }

  async configure(configuration: PropertyMap): Promise<void> {
    this.#configuration = toProviderValues(configuration);
  }

  async check(request: Parameters<ProviderPort["check"]>[0]) {
    const olds = toProviderValues(request.olds ?? {});
    const news = toProviderValues(request.news);
    const provider = await this.#handler(news);
    const checked = provider.check ? await provider.check(olds, news) : { inputs: news };
    const result = fieldsOf(checked);
    const inputs = isRecord(result.inputs) ? result.inputs : news;
    const failures = Array.isArray(result.failures) ? result.failures : [];
    return {
      inputs: fromProviderValues(toStruct({ ...inputs, [providerKey]: news[providerKey] ?? null })),
      failures: failures.map((failure) => ({
        property: textOf(fieldsOf(failure).property),
        reason: textOf(fieldsOf(failure).reason),
      })),
    };
  }

  async diff(request: Parameters<ProviderPort["diff"]>[0]) {
    const news = toProviderValues(request.newInputs);
    const provider = await this.#handler(news);
    if (!provider.diff) return { changes: undefined, replaces: [], deleteBeforeReplace: false };
    const result = fieldsOf(await provider.diff(request.id, toProviderValues(request.oldOutputs), news));
    return {
      changes: typeof result.changes === "boolean" ? result.changes : undefined,
      replaces: Array.isArray(result.replaces) ? result.replaces.map(textOf) : [],
      deleteBeforeReplace: result.deleteBeforeReplace === true,
    };
  }

  async create(request: Parameters<ProviderPort["create"]>[0]): Promise<ApplyResult> {
    const inputs = toProviderValues(request.inputs);
    const provider = await this.#handler(inputs);
    return orFailedInitialization("", async () => {
      const result = fieldsOf(await provider.create(inputs));
      return { id: textOf(result.id), outputs: withProvider(result.outs, inputs) };
    });
  }

  async read(request: Parameters<ProviderPort["read"]>[0]) {
    const properties = toProviderValues(request.outputs);
    const provider = await this.#handler(properties);
    if (!provider.read) return { id: request.id, outputs: fromProviderValues(properties) };
    const result = fieldsOf(await provider.read(request.id, properties));
    return {
      id: textOf(result.id),
      outputs: withProvider(result.props, properties),
      ...(result.inputs !== undefined && { inputs: withProvider(result.inputs, properties) }),
    };
  }

  async update(request: Parameters<ProviderPort["update"]>[0]): Promise<ApplyResult> {
    const news = toProviderValues(request.newInputs);
    const provider = await this.#handler(news);
    return orFailedInitialization(request.id, async () => {
      const result = await provider.update?.(request.id, toProviderValues(request.oldOutputs), news);
      const outs = result === undefined || result === null ? undefined : fieldsOf(result).outs;
      return { id: request.id, outputs: withProvider(outs, news) };
    });
  }

  async delete(request: Parameters<ProviderPort["delete"]>[0]) {
    const properties = toProviderValues(request.outputs);
    const provider = await this.#handler(properties);
    const result = await provider.delete?.(request.id, properties);
    const { alreadyDeleted, retained } = isRecord(result) ? result : {};
    return { alreadyDeleted: alreadyDeleted === true, retained: retained === true };
  }

  async #handler(properties: JsonMap): Promise<DynamicProvider> {
    const text = properties[providerKey];
    if (typeof text !== "string") {
      throw new Error("code must be a string, not undefined: the properties contain no __provider");
    }
    const known = this.#handlers.get(text);
    if (known) return known;
    const handler = this.#handlerFor(text);
    this.#handlers.set(text, handler);
    const get = (key: string) => {
      const value = this.#configuration[key.includes(":") ? key : `${this.#project}:${key}`];
      return typeof value === "string" ? value : undefined;
    };
    await handler.configure?.({
      config: {
        get,
        require: (key) => {
          const value = get(key);
          if (value === undefined) throw new Error(`Missing required configuration key: ${key}`);
          return value;
        },
      },
    });
    return handler;
  }
}

/** Creates the configuration of a stack from plain values. */
export function configurationOf(
  values: Readonly<Record<string, string | { readonly secret: string }>>,
): Configuration {
  const entries = Object.entries(values).map(([key, value]): [string, ConfigurationValue] => [
    key,
    typeof value === "string" ? { value, secret: false } : { value: value.secret, secret: true },
  ]);
  return new Map(entries);
}

async function orFailedInitialization(id: string, call: () => Promise<ApplyResult>): Promise<ApplyResult> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof ProviderEndedError) throw cause;
    const error = fieldsOf(cause);
    const message = messageOf(cause);
    if (!error.id) throw new Error(message);
    return {
      id: textOf(error.id) || id,
      outputs: fromProviderValues(toStruct(error.properties ?? {})),
      failure: { message, reasons: Array.isArray(error.reasons) ? error.reasons.map(textOf) : [] },
    };
  }
}

function withProvider(properties: unknown, request: JsonMap): PropertyMap {
  const returned = isRecord(properties) ? properties : {};
  return fromProviderValues(toStruct({ ...returned, [providerKey]: request[providerKey] }));
}

/** Throws if a method returned nothing, as the plugin does. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) {
    throw new TypeError("Cannot read properties of undefined: the provider's method returned nothing");
  }
  return isRecord(value) ? Object.fromEntries(ownFields(value)) : {};
}

function ownFields(value: object): readonly (readonly [string, unknown])[] {
  return Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)] as const);
}

/** In protobuf, a value that is not a string becomes the empty string. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
