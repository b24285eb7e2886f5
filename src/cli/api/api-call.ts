import type { Command } from "commander";
import type { NamedOperation } from "../../contract";
import type { ArgumentOption, CallSettings } from "./options";

/** A call as parsed from the command line. */
export interface ApiCall {
  readonly named: NamedOperation;
  readonly command: Command;
  readonly options: readonly ArgumentOption[];
  /** The options' values, under the names that commander gives them. */
  readonly values: CallSettings & Readonly<Record<string, unknown>>;
  /** Path parameters given by position. */
  readonly positional: readonly string[];
}
