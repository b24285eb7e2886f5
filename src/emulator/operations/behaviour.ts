import type { z } from "zod";
import type { Operation } from "../../contract";
import { Refusal } from "../refusal";
import type { Caller, Service } from "../service";

/** Reads the parts of a request by the contract's shapes. Each throws a `Refusal` that names the fields at fault. */
export interface Reader {
  path<S extends z.ZodType>(schema: S): z.output<S>;
  query<S extends z.ZodType>(schema: S): z.output<S>;
  body<S extends z.ZodType>(schema: S): z.output<S>;
}

/** The whole of a list, in its order; the edge filters it and cuts the page out. */
export interface Listing {
  readonly size: number;
  /** What the service shows of an item. */
  show(index: number): unknown;
  /** When an item came to be, in milliseconds since 1970; 0 where that doesn't matter. */
  createdAt(index: number): number;
}

/** What an operation came to. */
type Outcome = { readonly answer: unknown } | { readonly listing: Listing };

/** An operation with what it does. */
export interface Behaviour {
  readonly operation: Operation;
  /** `origin` is where the service is reached, for the addresses in its answers. Throws a `Refusal`; nothing is changed then. */
  run(service: Service, caller: Caller | undefined, reader: Reader, origin: string): Outcome;
}

interface Call<P extends z.ZodObject, B extends z.ZodObject> {
  readonly service: Service;
  readonly origin: string;
  readonly path: z.output<P>;
  readonly body: z.output<B>;
}

type Act<P extends z.ZodObject, B extends z.ZodObject, C, R> = (
  call: Call<P, B> & { readonly caller: C },
) => R;

/** The behaviour of an operation that needs a token. */
export function withToken<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  operation: Operation<P, Q, B>,
  act: Act<P, B, Caller, unknown>,
): Behaviour {
  return forAnybody(operation, ({ caller, ...call }) => {
    if (!caller) throw new Refusal("token", [{ reason: "Invalid Token" }]);
    return act({ ...call, caller });
  });
}

/** The behaviour of an operation that works without a token too. */
export function forAnybody<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  operation: Operation<P, Q, B>,
  act: Act<P, B, Caller | undefined, unknown>,
): Behaviour {
  return {
    operation,
    run: (service, caller, reader, origin) => {
      const path = reader.path(operation.path);
      reader.query(operation.query);
      const answer = act({ service, origin, caller, path, body: reader.body(operation.body) });
      return answer instanceof List ? { listing: answer } : { answer: answer ?? {} };
    },
  };
}

/** What a list's behaviour answers. */
export function list<T>(
  items: readonly T[],
  show: (item: T) => unknown,
  createdAt: (item: T) => number = () => 0,
): List {
  const at = <R>(index: number, read: (item: T) => R, missing: R) => {
    const item = items[index];
    return item === undefined ? missing : read(item);
  };
  return new List(
    items.length,
    (index) => at<unknown>(index, show, undefined),
    (index) => at(index, createdAt, 0),
  );
}

class List implements Listing {
  constructor(
    readonly size: number,
    readonly show: (index: number) => unknown,
    readonly createdAt: (index: number) => number,
  ) {}
}
