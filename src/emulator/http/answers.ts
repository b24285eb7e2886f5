import { channel } from "node:diagnostics_channel";
import type { State } from "../state";
import type { Answered } from "./error-answer";

/** What is published of each answer that the service itself makes, before a fault touches it. */
export interface PublishedAnswer extends Answered {
  /** `instances.create` */
  readonly operation: string;
  /** The brand's word, in whose names the body is. */
  readonly brand: string;
  readonly settings: State["settings"];
}

/** Where answers are published, for those who check them in the same process. */
const answerChannel = "pulumi-nodecloud:emulator:answer";

const answers = channel(answerChannel);

export function publishAnswer(state: State, operation: string, answered: Answered): void {
  if (!answers.hasSubscribers) return;
  const { brand, settings } = state;
  const published: PublishedAnswer = { ...answered, operation, brand: brand.word, settings };
  answers.publish(published);
}
