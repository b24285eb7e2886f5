/** A named copy of the world. */
export interface SnapshotView {
  readonly name: string;
  /** The emulator's time when it was saved: `2022-03-21T09:00:00.000Z`. Empty if it cannot be read. */
  readonly time: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}
