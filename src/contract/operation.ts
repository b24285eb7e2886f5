import { z } from "zod";
import type { Method } from "./method";

/** The areas of OAuth scopes (section 5). `nodes` stands for the plural of the brand. */
export const scopeAreas = ["nodes", "account", "events", "maintenance", "images"] as const;
export type ScopeArea = (typeof scopeAreas)[number];
export type Scope = `${ScopeArea}:${"read_only" | "read_write"}`;

/**
 * Whether a request that may have been carried out may be sent again: `always`, because it is idempotent; `afterCheck`, if a
 * check shows that it was not carried out; `never`.
 */
export type Resend = "always" | "afterCheck" | "never";

/** One operation of the interface. The client, the emulator's routes and the OpenAPI document are derived from it. */
export interface Operation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  A extends z.ZodType = z.ZodType,
> {
  /** Method and path template below the base address, with `node` for the brand. */
  readonly call: `${Method} /${string}`;
  /** The operation in one sentence. */
  readonly summary: string;
  /** The section of the interface. */
  readonly section: string;
  /** The scopes that a token needs. Empty if no token is needed. */
  readonly scopes: readonly Scope[];
  /** The operation also works without a token, and then returns public objects only. */
  readonly anonymous?: true;
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  readonly response: A;
  readonly resend: Resend;
  /** The operation returns a page of a list, and `response` is the shape of one item. */
  readonly paged?: true;
  /** Its address begins with `v4beta`, and it may change incompatibly (section 9). */
  readonly beta?: true;
  /** Deprecated (section 9): names the replacement. */
  readonly deprecated?: string;
  /** The request's body is not JSON but the binary `data` with the type `content_type`. */
  readonly sendsBytes?: true;
  /** The response's body is not JSON but binary. */
  readonly returnsBytes?: true;
}

/** The arguments of a call: path parameters, query and body in one object. */
export type Args<X> =
  X extends Operation<infer P, infer Q, infer B>
    ? Part<z.input<P>> & Part<z.input<Q>> & Part<z.input<B>>
    : never;

/** zod infers a record of `never` for an empty shape, which would turn every other argument into `never`. */
type Part<T> = string extends keyof T ? unknown : T;

/** The type that a call resolves to; for a list, the type of one item. */
export type ResponseBody<X> =
  X extends Operation<z.ZodObject, z.ZodObject, z.ZodObject, infer A> ? z.output<A> : never;

export const noFields = z.strictObject({});
/** The response of operations that return no data (section 2.15). */
export const emptyResponse = z.object({}).describe("An empty object.");

/** A binary body: an image file. */
export const bytes = z.strictObject({
  data: z
    .instanceof(Uint8Array, { error: "a Uint8Array, such as a Buffer" })
    .describe("The content of the file."),
  content_type: z
    .string()
    .regex(/^image\/[a-z0-9.+-]+$/, "a type of image, such as image/png")
    .describe("The file's type, for example `image/png`."),
});

/** The query parameters of most lists. Their bounds are not specified. */
export const paging = z.strictObject({
  page: z.int().min(1).exactOptional().describe("Number of the page, from 1."),
  page_size: z.int().min(1).exactOptional().describe("Items per page. Bounds and default: not specified."),
});

/** The envelope around a page of items (section 2.15). */
export function pageSchema<A extends z.ZodType>(item: A) {
  return z.object({
    data: z.array(item).describe("The items of this page."),
    page: z.int().min(1).describe("The number of this page."),
    pages: z.int().min(0).describe("The number of pages."),
    results: z.int().min(0).describe("The number of items on all pages."),
  });
}

/** The body of an error (section 2.15). */
export const errorBody = z.object({
  errors: z.array(
    z.object({
      reason: z.string().describe("Human-readable description of the problem."),
      field: z.string().exactOptional().describe("The invalid field, if the error concerns one."),
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

/** Declares an operation. Path parameters, query and body are empty by default. */
export function operation<
  const X extends { call: `${Method} /${string}`; resend: Resend; paged?: true },
  A extends z.ZodType,
  P extends z.ZodObject = typeof noFields,
  Q extends z.ZodObject = typeof noFields,
  B extends z.ZodObject = typeof noFields,
>(declared: X & Declared<P, Q, B, A>): Omit<X, "path" | "query" | "body"> & Operation<P, Q, B, A>;
// The overload has the exact types: the type of the spread would allow both the default and the declared shape.
export function operation(declared: Declared<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>): Operation {
  return { path: noFields, query: noFields, body: noFields, ...declared };
}
