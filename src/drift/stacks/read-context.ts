import type { Semaphore } from "../../semaphore";
import type { Passphrases } from "./passphrases";
import type { ReadStacksOptions } from "./sources";

/** Shared by all sources of one call. */
export interface ReadContext extends ReadStacksOptions {
  readonly passphrases: Passphrases;
  /** Limits how many processes of the Pulumi CLI run at a time. */
  readonly cliSemaphore: Semaphore;
}
