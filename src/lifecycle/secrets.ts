import { redactionMark, stringsIn } from "../client";
import { printableText } from "../printable";
import { Redactor } from "../redaction";
import { InitializationError } from "./failures";
import type { Log } from "./log";

/** The secrets that a process has seen. No message or error of the process repeats them, even if a response of the service does. */
export interface Secrets {
  learn(value: unknown): void;
  redact(text: string): string;
}

/** A shorter secret, such as a year or three digits, occurs in too many unrelated strings. */
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

/** A log without secrets and without control characters from the service: the Pulumi CLI prints lines unchanged. */
export function redactedLog(log: Log, secrets: Secrets): Log {
  const clean = sanitizer(secrets);
  return {
    info: (message, about) => log.info(clean(message), about),
    warn: (message, about) => log.warn(clean(message), about),
    alreadyDeleted: (object, about) => log.alreadyDeleted(clean(object), about),
    retained: (reason, severity, about) => log.retained(clean(reason), severity, about),
    progress: (message, about) => log.progress(clean(message), about),
  };
}

function sanitizer(secrets: Secrets): (text: string) => string {
  return (text) => printableText(secrets.redact(text));
}

/** The same error without secrets and control characters. The outputs in an initialization error are not redacted. */
export function redactedError(error: unknown, secrets: Secrets): unknown {
  if (error instanceof InitializationError) {
    return new InitializationError(error.id, error.properties, error.reasons.map(sanitizer(secrets)));
  }
  if (!(error instanceof Error)) return error;
  const message = sanitizer(secrets)(error.message);
  if (message === error.message) return error;
  return Object.assign(new Error(message), { name: error.name });
}
