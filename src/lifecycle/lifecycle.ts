import type { Properties } from "./definition";

/** What an engine asks of a resource, in the words of the dynamic provider's plugin. */
export interface Lifecycle {
  check(olds: Properties, news: Properties): Promise<CheckAnswer>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffAnswer>;
  create(news: Properties): Promise<{ readonly id: string; readonly outs: Properties }>;
  read(id: string, props?: Properties): Promise<{ readonly id: string; readonly props: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ readonly outs: Properties }>;
  delete(id: string, props: Properties): Promise<DeleteAnswer>;
}

export interface CheckAnswer {
  readonly inputs: Properties;
  /** `property` stays empty: engines print the value of the property that a failure names, secrets too. */
  readonly failures: { readonly property: string; readonly reason: string }[];
}

/** The plugin has no room for an answer: it learns through the log what was gone before. */
export interface DeleteAnswer {
  readonly alreadyGone: boolean;
}

export interface DiffAnswer {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
}
