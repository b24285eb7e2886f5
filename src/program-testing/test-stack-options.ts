import type { Settings } from "../emulator";

/** The initial settings of a stack under test. */
export interface TestStackOptions {
  /**
   * The configuration of the stack, as `pulumi.Config` reads it. A key without a namespace belongs to the project: `size` is
   * `new pulumi.Config().get("size")`. Default: empty.
   */
  readonly config?: Readonly<Record<string, string | { readonly secret: string }>>;
  /** Default: `project`. */
  readonly project?: string;
  /** Default: `dev`. */
  readonly stack?: string;
  /** Default: `organization`. */
  readonly organization?: string;
  /**
   * The behavior of the service in cases that its interface leaves open (docs/conformance.md in the repository). Default: the emulator's
   * defaults, but lists do not lag behind.
   */
  readonly settings?: Partial<Settings>;
  /** The operator's word for `node`. Default: `node`. */
  readonly brand?: string;
  /** An integer from which ids, generated labels and other random values are derived. Default: 1. */
  readonly seed?: number;
  /** The token of the resources and lookups: one of `wellKnownTokens`. Default: `wellKnownTokens.full`. */
  readonly token?: string;
}
