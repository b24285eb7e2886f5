import type { RowName } from "../../emulator/console/messages";
import type { ViewId } from "../model/shortcuts";
import type { Store } from "../model/store";
import type { ControlPaths } from "./control-paths";

/** The shared context of all views. */
export interface Context {
  readonly store: Store;
  readonly control: ControlPaths;
  /** The account whose objects are shown. */
  readonly account: () => number;
  /** The emulator's time. */
  readonly now: () => number;
  readonly show: (view: ViewId) => void;
  /** Shows the details of an object. `label` is its name if it may no longer exist. */
  readonly openObject: (table: string, key: string, label?: string) => void;
  /** Whether details are shown next to the view, so that they can follow its selection. */
  readonly isShowingDetails: () => boolean;
  /** Shows the form of an external change to this object. */
  readonly changeExternally: (row: RowName) => void;
  readonly openCall: (number: number) => void;
  /** Runs a user's action and reports its result. Resolves to whether it succeeded. */
  readonly attempt: (what: string, work: () => Promise<unknown>) => Promise<boolean>;
  readonly notify: (text: string, isProblem?: boolean) => void;
}

/** A part of the page that one tab shows. */
export interface View {
  readonly element: HTMLElement;
  /** Shows the current state. Called while the view is visible: when something has changed, and four times a second. */
  readonly update: () => void;
  /** Handles a key that was pressed outside of text fields. Returns whether it has. */
  readonly key?: (key: string) => boolean;
}

/** What the panel with details shows. */
export interface DetailsContent {
  readonly elements: readonly HTMLElement[];
  readonly title: () => string;
  /** Shows the current state, and leaves alone what has not changed: it may have the focus or a selection. */
  readonly update: () => void;
}
