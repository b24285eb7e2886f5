/** No status: the image is removed. */
export const gone = "gone";

/** A change of an image's status (section 3.3). */
interface Turn {
  readonly from: readonly string[];
  readonly to: string;
  /** How what was being done to it ended. */
  readonly ends?: "finished" | "failed";
}

/** Section 3.3 shows the first, third and fifth row; what an expiry does is not shown there. */
export const imageTurns = {
  captured: { from: ["creating"], to: "available", ends: "finished" },
  received: { from: ["pending_upload"], to: "pending_upload" },
  processed: { from: ["pending_upload"], to: "available", ends: "finished" },
  receivedWithExtras: { from: ["pending_upload"], to: "processing" },
  unsent: { from: ["pending_upload"], to: gone, ends: "failed" },
  processedWithExtras: { from: ["processing"], to: "available", ends: "finished" },
  expired: { from: ["available"], to: gone },
} as const satisfies Record<string, Turn>;

export type ImageTurn = keyof typeof imageTurns;

/** A turn by its name, which may come from a saved world. */
export function turnOf(name: string): Turn | undefined {
  return Object.entries<Turn>(imageTurns).find(([known]) => known === name)?.[1];
}
