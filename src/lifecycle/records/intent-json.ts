import { readFileSync } from "node:fs";
import { isMissingFile } from "../../files";
import { errorCodeOf, isRecord, messageOf } from "../../unknown";
import type { EarlierResult } from "../identity/created-objects";
import { readOrigin } from "../identity/origin";
import type { CreateRequest, Intent } from "./intents";

interface StoredIntent {
  readonly intent: Intent;
  readonly isDone: boolean;
  /** The folder of its state. Undefined if the state is not in a folder, or if an older version wrote the file. */
  readonly backend: string | undefined;
}

/** Why an existing file cannot be read as an intent. Undefined if it can, or if there is no file. */
export function unreadableReason(file: string): string | undefined {
  try {
    return parseIntent(readFileSync(file, "utf8")) ? undefined : "it does not contain a record";
  } catch (error) {
    // The folder of the records may be a file.
    return isMissingFile(error) || errorCodeOf(error) === "ENOTDIR" ? undefined : messageOf(error);
  }
}

/** Undefined for a file that cannot be read. */
export function readIntentFile(file: string): StoredIntent | undefined {
  try {
    return parseIntent(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Undefined for a text that is not a record. */
function parseIntent(text: string): StoredIntent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const origin = readOrigin(value.origin);
  const request = readRequest(value);
  if (!origin || !request || !isText(value.address)) return undefined;
  const intent = {
    ...{ origin, address: value.address },
    ...request,
    ...(isText(value.engine) ? { engine: value.engine } : {}),
    ...(isText(value.account) ? { account: value.account } : {}),
    ...(isText(value.id) ? { id: value.id } : {}),
    ...(isText(value.created) ? { created: value.created } : {}),
    ...(value.isFound === true ? { isFound: true } : {}),
    ...(value.isTakenOver === true ? { isTakenOver: true } : {}),
    ...(value.isFailed === true ? { isFailed: true } : {}),
    ...(value.isUnresolved === true ? { isUnresolved: true } : {}),
    ...(Array.isArray(value.reported) ? { reported: value.reported.filter(isText) } : {}),
    ...(value.isAccepted === true ? { isAccepted: true } : {}),
    ...(value.isAdoption === true ? { isAdoption: true } : {}),
    // An empty list means that the latest request has a known result.
    ...(Array.isArray(value.open) ? { open: value.open.flatMap((one) => readRequest(one) ?? []) } : {}),
  };
  const backend = isText(value.backend) ? value.backend : undefined;
  return { intent, isDone: value.done === true, backend };
}

function readRequest(value: unknown): CreateRequest | undefined {
  if (!isRecord(value) || typeof value.at !== "number" || !Array.isArray(value.before)) return undefined;
  return {
    before: value.before.filter(isText),
    at: value.at,
    ...(Array.isArray(value.earlierResults)
      ? { earlierResults: value.earlierResults.flatMap(readResult) }
      : {}),
    ...(isText(value.nonce) ? { nonce: value.nonce } : {}),
    ...(isText(value.label) ? { label: value.label } : {}),
    ...(isRecord(value.sent) ? { sent: value.sent } : {}),
    ...(isRecord(value.hidden) ? { hidden: value.hidden } : {}),
  };
}

function readResult(value: unknown): readonly EarlierResult[] {
  if (!isRecord(value) || !isText(value.id) || typeof value.at !== "number") return [];
  const { id, at, created } = value;
  return [{ id, at, ...(isText(created) ? { created } : {}) }];
}

const isText = (value: unknown): value is string => typeof value === "string";
