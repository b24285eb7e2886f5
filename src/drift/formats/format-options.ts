/** The formats of a report. */
export const reportFormats = ["table", "json", "markdown", "html", "junit", "github"] as const;

export type ReportFormat = (typeof reportFormats)[number];

export interface FormatOptions {
  /** Whether the table uses colors. Default: false. */
  readonly color?: boolean | undefined;
  /** Whether the table and Markdown list the resources without a finding. The other formats always or never list them. Default: false. */
  readonly all?: boolean | undefined;
  /** Whether the table, Markdown and annotations list ignored findings, not only their number. The others always do. Default: false. */
  readonly showIgnored?: boolean | undefined;
}
