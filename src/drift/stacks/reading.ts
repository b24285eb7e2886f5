import type { Passphrases } from "./passphrases";
import type { ReadStacksOptions } from "./sources";
import type { Turns } from "./turns";

/** What all sources of one call share. */
export interface Reading extends ReadStacksOptions {
  readonly passphrases: Passphrases;
  /** The turns of processes of the Pulumi CLI. */
  readonly turns: Turns;
}
