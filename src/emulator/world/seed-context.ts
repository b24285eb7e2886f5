import type { Brand } from "../../contract";

/** The inputs of the seed. */
export interface SeedContext {
  /** The first account has users, tokens and a payment method to work with; the second one is there to receive transfers. */
  readonly account: "first" | "second";
  readonly brand: Brand;
  /** The moment that the world starts at, in milliseconds since 1970 UTC. */
  readonly time: number;
  readonly hasClusterImages: boolean;
}
