/** The effect of a key while no text is being entered. */
export interface Shortcut {
  readonly key: string;
  readonly does: string;
}

/** The views in the order of their keys. */
export const views = [
  { id: "world", title: "World" },
  { id: "calls", title: "Calls" },
  { id: "timeline", title: "Timeline" },
  { id: "faults", title: "Faults" },
  { id: "changes", title: "External changes" },
  { id: "settings", title: "Settings" },
  { id: "snapshots", title: "Snapshots" },
] as const;

export type ViewId = (typeof views)[number]["id"];

export const shortcuts: readonly Shortcut[] = [
  ...views.map(({ title }, index) => ({ key: String(index + 1), does: `Show ${title.toLowerCase()}` })),
  { key: "/", does: "Search" },
  { key: "j", does: "Select the next row" },
  { key: "k", does: "Select the previous row" },
  { key: "← →", does: "Select the previous or next mark on the timeline" },
  { key: "Enter", does: "Show the details of the selected row" },
  { key: "Escape", does: "Close the details" },
  { key: "f", does: "Freeze the clock, or let it run" },
  { key: ".", does: "Step to the next change" },
  { key: "?", does: "Show these keys" },
];
