import { type Brand, fieldsOf, type Method, methods, type NamedOperation, type Operation } from "../contract";
import { printable } from "../printable";
import type { Addresses } from "./address";
import { sortArguments } from "./arguments";
import { NodecloudError } from "./error";
import { inputError, missingTokenMessage } from "./message";
import { fillPath } from "./path";
import { secretsIn } from "./secret-fields";
import { redactor } from "./secrets";

/** The settings of a client that every request needs. */
export interface RequestSettings {
  readonly addresses: Addresses;
  readonly brand: Brand;
  readonly token: string | undefined;
  readonly userAgent: string;
}

/** A validated call that is ready to be sent, once or several times. */
export interface PreparedCall {
  readonly named: NamedOperation;
  readonly brand: Brand;
  readonly method: Method;
  /** Method and path template, under the brand. */
  readonly call: string;
  /** Names the call in messages: `instances.view (GET /node/instances/{instanceId}, instanceId 7)`. */
  readonly title: string;
  /** The service's address, for messages. */
  readonly base: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Redacts the token and the secrets of the body. */
  readonly redact: (text: string) => string;
}

/**
 * Validates the arguments and creates the request. `extraQuery` adds paging to lists that document no query parameters.
 * @throws NodecloudError `input` or `configuration`; nothing is sent.
 */
export function prepareCall(
  named: NamedOperation,
  args: unknown,
  settings: RequestSettings,
  extraQuery: Readonly<Record<string, unknown>> = {},
): PreparedCall {
  const { operation } = named;
  const { brand, token } = settings;
  const method = methodOf(operation.call);
  const template = operation.call.slice(method.length + 1);
  const call = callOf(operation, brand);
  const sorted = sortArguments(operation, args);
  const filled = fillPath(brand.path(template), sorted.path);
  const errors = [...sorted.errors, ...(sorted.errors.length > 0 ? [] : filled.errors)];
  const needsToken = operation.scopes.length > 0;
  const redact = redactor([...(token ? [token] : []), ...secretsIn(operation.body, sorted.body)]);
  if (errors.length > 0) {
    const fieldErrors = errors.map((error) => ({ ...error, reason: redact(error.reason) }));
    throw inputError(named.name, call, fieldErrors);
  }
  if (needsToken && !operation.anonymous && !token) {
    const message = missingTokenMessage(named.name, call);
    throw new NodecloudError({ code: "configuration", message, operation: named.name, call });
  }
  const query = queryOf({ ...sorted.query, ...extraQuery });
  const base = operation.beta ? settings.addresses.beta : settings.addresses.base;
  const { body, contentType } = bodyOf(operation, brand, sorted.body);
  return {
    ...{ named, brand, method, call, redact, body },
    title: `${named.name} (${call}${pathText(sorted.path)})`,
    base,
    url: base + filled.path + query,
    headers: {
      Accept: operation.returnsBytes ? "image/*, application/json;q=0.5" : "application/json",
      "User-Agent": settings.userAgent,
      ...(needsToken && token ? { Authorization: `Bearer ${token}` } : {}),
      ...(contentType === undefined ? {} : { "Content-Type": contentType }),
    },
  };
}

/** Binary data is sent unchanged, everything else as JSON. */
function bodyOf(
  operation: Operation,
  brand: Brand,
  values: Readonly<Record<string, unknown>>,
): { readonly body?: string | Uint8Array; readonly contentType?: string } {
  const { data, content_type: contentType } = values;
  if (operation.sendsBytes && data instanceof Uint8Array) {
    return { body: data, contentType: String(contentType) };
  }
  if (fieldsOf(operation.body).length === 0) return {};
  return { body: JSON.stringify(brand.toWire(operation.body, values)), contentType: "application/json" };
}

/** Method and path template under a brand. */
export function callOf({ call }: Operation, brand: Brand): string {
  const method = methodOf(call);
  return `${method} ${brand.path(call.slice(method.length + 1))}`;
}

function methodOf(call: Operation["call"]): Method {
  const method = methods.find((one) => call.startsWith(one));
  if (method === undefined) throw new Error(`The method of ${call} is not one of ${methods.join(", ")}.`);
  return method;
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  return members.length === 0 ? "" : `?${new URLSearchParams(members).toString()}`;
}

/** In characters. */
const maxShownLength = 100;

function pathText(path: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(path).map(
    ([name, value]) => `${name} ${printable(String(value).slice(0, maxShownLength))}`,
  );
  return parts.length > 0 ? `, ${parts.join(", ")}` : "";
}
