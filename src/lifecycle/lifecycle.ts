/** Inputs or outputs of a resource, by name. */
export type Properties = Readonly<Record<string, unknown>>;

/** The operations of one resource type, in the form that the dynamic provider plugin calls. */
export interface Lifecycle {
  check(olds: Properties, news: Properties): Promise<CheckResult>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffResult>;
  create(news: Properties): Promise<{ readonly id: string; readonly outs: Properties }>;
  read(id: string, props?: Properties): Promise<{ readonly id: string; readonly props: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ readonly outs: Properties }>;
  delete(id: string, props: Properties): Promise<DeleteResult>;
}

export interface CheckResult {
  readonly inputs: Properties;
  /** `property` stays empty: engines print the value of the property that a failure names, even if it is secret. */
  readonly failures: { readonly property: string; readonly reason: string }[];
}

/** What a delete found and did. The plugin has no field for this result: the embedded engine learns it from the log. */
export interface DeleteResult {
  /** The object no longer existed. */
  readonly alreadyDeleted: boolean;
  /** The delete left the object as it is: it is not this resource's to delete, or nothing proves which object is. */
  readonly retained: boolean;
}

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
}
