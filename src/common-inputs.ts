/** The arguments that every resource has besides its own. It has its own file, so that programs need not load `src/lifecycle`. */
export interface CommonInputs {
  readonly adopt?: number | string;
  readonly timeouts?: Timeouts;
}

/**
 * The timeout of each operation, such as `90s`, `20m`, `1h30m` or `1.5h`. An update that resumes a failed create may take as long as
 * a create. Default: the resource option `customTimeouts`.
 */
export interface Timeouts {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}
