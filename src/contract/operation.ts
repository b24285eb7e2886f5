import { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An OAuth scope (section 5). `nodes` stands for the brand's word in the plural. */
export type Scope =
  `${"nodes" | "account" | "events" | "maintenance" | "images"}:${"read_only" | "read_write"}`;

/**
 * Whether a request may be sent again after a failure that leaves open whether it was carried out:
 * `always`, because twice is the same as once; `afterCheck`, when a look shows that it was not; `never`.
 */
export type Resend = "always" | "afterCheck" | "never";

/** One operation of the interface. Everything else about it is derived from this. */
export interface Operation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  A extends z.ZodType = z.ZodType,
> {
  /** Method and path below the base address, with `node` for the brand's word and parameters in braces. */
  readonly call: `${Method} /${string}`;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** The section of the interface. */
  readonly section: string;
  /** The scopes that a token needs. None: no token is needed. */
  readonly scopes: readonly Scope[];
  /** Works without a token too, and then answers what is public only. */
  readonly anonymous?: true;
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
  readonly resend: Resend;
  /** The answer is one page of a list, and `answer` is one item of it. */
  readonly paged?: true;
  /** Addressed below `v4beta`, and free to change in ways that break callers (section 9). */
  readonly beta?: true;
  /** What replaces it, where it is deprecated (section 9). */
  readonly deprecated?: string;
  /** The request's body is the bytes of `data`, of the type `content_type`, and not JSON. */
  readonly sendsBytes?: true;
  /** The answer's body is bytes and not JSON. */
  readonly answersBytes?: true;
}

/** The arguments of a call: path parameters, query and body in one object. */
export type Args<X> =
  X extends Operation<infer P, infer Q, infer B>
    ? Part<z.input<P>> & Part<z.input<Q>> & Part<z.input<B>>
    : never;

/** zod infers an empty shape as a record of `never`, which would make every other argument `never` too. */
type Part<T> = string extends keyof T ? unknown : T;

/** What a call resolves to; of a list, one item. */
export type Answer<X> =
  X extends Operation<z.ZodObject, z.ZodObject, z.ZodObject, infer A> ? z.output<A> : never;

export const nothing = z.strictObject({});
/** What operations answer that return no data (section 2.15). */
export const emptyAnswer = z.object({}).describe("An empty object.");

/** A body that is bytes: an image file. */
export const bytes = z.strictObject({
  data: z.instanceof(Uint8Array).describe("The file's bytes."),
  content_type: z
    .string()
    .regex(/^image\/[a-z0-9.+-]+$/)
    .describe("The file's type, for example `image/png`."),
});

/** The query parameters of most lists. Their bounds are not specified. */
export const paging = z.strictObject({
  page: z.int().min(1).exactOptional().describe("Number of the page, from 1."),
  page_size: z.int().min(1).exactOptional().describe("Items per page. Bounds and default: not specified."),
});

/** The envelope of a list of these items (section 2.15). */
export function envelopeOf<A extends z.ZodType>(item: A) {
  return z.object({
    data: z.array(item).describe("The items of this page."),
    page: z.int().min(1).describe("The number of this page."),
    pages: z.int().min(0).describe("How many pages there are."),
    results: z.int().min(0).describe("How many items there are in all."),
  });
}

/** The body of an error (section 2.15). */
export const errorBody = z.object({
  errors: z.array(
    z.object({
      reason: z.string().describe("What is wrong, for people."),
      field: z.string().exactOptional().describe("The field at fault, when there is one."),
    }),
  ),
});

type Declared<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  A extends z.ZodType,
> = Omit<Operation<P, Q, B, A>, "path" | "query" | "body"> & {
  readonly path?: P;
  readonly query?: Q;
  readonly body?: B;
};

/** Writes an operation down; path parameters, query and body that are left out are empty. */
export function operation<
  const X extends { call: `${Method} /${string}`; resend: Resend; paged?: true },
  A extends z.ZodType,
  P extends z.ZodObject = typeof nothing,
  Q extends z.ZodObject = typeof nothing,
  B extends z.ZodObject = typeof nothing,
>(declared: X & Declared<P, Q, B, A>): Omit<X, "path" | "query" | "body"> & Operation<P, Q, B, A>;
// The overload says which shapes stand where; a spread's own type would be both what is left out and what is given.
export function operation(declared: Declared<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>): Operation {
  return { path: nothing, query: nothing, body: nothing, ...declared };
}
