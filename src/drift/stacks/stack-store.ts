import type { StoredDeployment } from "../../state";
import type { RecordedStack, StackUpdate } from "../recorded-stack";

/** A stack's state as it was read. */
export interface StoredState {
  /** Human-readable location. */
  readonly source: string;
  readonly deployment: StoredDeployment;
  /** Equal for equal states. */
  readonly content: string;
}

/** A stack, and the values that show whether two sources contain the same one. */
export interface ReadStack {
  readonly recorded: RecordedStack;
  /** Its name in its backend, which may contain an organization. */
  readonly name: string;
  readonly deployment: StoredDeployment;
}

/** The stacks of one project in its backend. */
export interface StackStore {
  /** The address of the backend, safe to print. */
  readonly place: string;
  /** The identity of the backend, under which intents are stored. */
  readonly backend: string;
  /** The name of a stack as the user may write it, in the one form that `read` accepts. */
  nameOf(text: string): string;
  /** The organization of a stack of this name. Undefined if the name does not contain it. */
  organizationOf(stack: string): string | undefined;
  list(): Promise<readonly string[]>;
  /** Undefined if there is no such stack. */
  read(stack: string): Promise<StoredState | undefined>;
  /** Whether the states are files on this machine. */
  readonly isInFile: boolean;
  /** Why the state that was read may be out of date. */
  findUpdate(stack: string, read: StoredState): Promise<StackUpdate | undefined>;
}
