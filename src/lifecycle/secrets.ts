import { redactionMark, stringsIn } from "../client";
import { printableText } from "../printable";
import { Redactor } from "../redaction";
import { InitializationError } from "./failures";
import type { Log } from "./services";

/** The secrets that a process has seen: nothing that it says or throws repeats them, whatever a service puts into its answers. */
export interface Secrets {
  learn(value: unknown): void;
  redact(text: string): string;
}

/** A shorter one, such as a year or three digits, stands in too many texts that have nothing to do with it. */
const minSecretLength = 6;

export function createSecrets(): Secrets {
  const redactor = new Redactor(redactionMark);
  return {
    learn: (value) => {
      for (const text of stringsIn(value)) if (text.length >= minSecretLength) redactor.add(text);
    },
    redact: (text) => redactor.redact(text),
  };
}

/** A log that repeats no secret, and nothing of the service that acts on a terminal: the Pulumi CLI prints lines as they are. */
export function redactedLog(log: Log, secrets: Secrets): Log {
  const shown = shownBy(secrets);
  return {
    info: (message, about) => log.info(shown(message), about),
    warn: (message, about) => log.warn(shown(message), about),
    alreadyGone: (what, about) => log.alreadyGone(shown(what), about),
    progress: (message, about) => log.progress(shown(message), about),
  };
}

function shownBy(secrets: Secrets): (text: string) => string {
  return (text) => printableText(secrets.redact(text));
}

/** The same error, fit to be printed and without secrets. What an initialisation error keeps for the state stays as it is. */
export function redactedError(error: unknown, secrets: Secrets): unknown {
  if (error instanceof InitializationError) {
    return new InitializationError(error.id, error.properties, error.reasons.map(shownBy(secrets)));
  }
  if (!(error instanceof Error)) return error;
  const message = shownBy(secrets)(error.message);
  if (message === error.message) return error;
  return Object.assign(new Error(message), { name: error.name });
}
