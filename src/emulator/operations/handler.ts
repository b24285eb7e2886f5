import type { z } from "zod";
import type { Operation } from "../../contract";
import type { Caller, Service } from "../service";
import { ServiceError } from "../service-error";
import type { Settings } from "../types.generated";

/** Reads the parts of a request by the contract's shapes. Throws a `ServiceError` that names the wrong fields. */
export interface RequestReader {
  path<S extends z.ZodType>(schema: S): z.output<S>;
  body<S extends z.ZodType>(schema: S): z.output<S>;
}

/** A whole list in its order, of which the HTTP layer returns a filtered page. */
export interface Listing {
  readonly size: number;
  /** How many more items the list counts than the caller may view. */
  readonly hidden: number;
  /** The item as the API returns it. */
  show(index: number): unknown;
}

type HandlerResult = { readonly response: unknown } | { readonly listing: Listing };

/** Carries out an operation. */
export interface Handler {
  readonly operation: Operation;
  /** Converts a body that the settings allow and the contract does not. */
  readonly prepare?: (body: unknown, settings: Settings) => unknown;
  /** Throws a `ServiceError` without having changed anything. `origin` is the address of the service, for URLs in responses. */
  run(service: Service, caller: Caller | undefined, reader: RequestReader, origin: string): HandlerResult;
}

interface Call<P extends z.ZodObject, B extends z.ZodObject> {
  readonly service: Service;
  readonly origin: string;
  readonly path: z.output<P>;
  readonly body: z.output<B>;
}

/** Returns the response, or a `list`. */
type HandleCall<P extends z.ZodObject, B extends z.ZodObject, C> = (
  call: Call<P, B> & { readonly caller: C },
) => unknown;

/** A handler of an operation that needs a token. */
export function withToken<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  operation: Operation<P, Q, B>,
  handle: HandleCall<P, B, Caller>,
): Handler {
  return withOptionalToken(operation, ({ caller, ...call }) => {
    if (!caller) throw new ServiceError("token", [{ reason: "Invalid Token" }]);
    return handle({ ...call, caller });
  });
}

/** A handler of an operation that also works without a token. */
export function withOptionalToken<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  operation: Operation<P, Q, B>,
  handle: HandleCall<P, B, Caller | undefined>,
): Handler {
  return {
    operation,
    run: (service, caller, reader, origin) => {
      const path = reader.path(operation.path);
      const response = handle({ service, origin, caller, path, body: reader.body(operation.body) });
      return response instanceof List ? { listing: response } : { response: response ?? {} };
    },
  };
}

/** The result of an operation that returns a list. `hidden`: how many more items it counts than the caller may view. */
export function list<T>(items: readonly T[], show: (item: T) => unknown, hidden = 0): List {
  const showAt = (index: number) => {
    const item = items[index];
    return item === undefined ? undefined : show(item);
  };
  return new List(items.length, hidden, showAt);
}

class List implements Listing {
  constructor(
    readonly size: number,
    readonly hidden: number,
    readonly show: (index: number) => unknown,
  ) {}
}
