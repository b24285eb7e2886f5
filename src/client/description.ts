import { redact, redacted } from "../contract";
import type { PreparedCall } from "./request";

/** A request as it would be sent, with its secrets redacted. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where none is sent. For binary data it is the number of bytes. */
  readonly body?: unknown;
}

export function describeRequest({
  named,
  brand,
  method,
  url,
  headers,
  body,
}: PreparedCall): RequestDescription {
  const { operation } = named;
  const { Authorization, ...others } = headers;
  return {
    method,
    url,
    headers: { ...others, ...(Authorization === undefined ? {} : { Authorization: `Bearer ${redacted}` }) },
    ...(body === undefined ? {} : { body: shownBody() }),
  };

  function shownBody(): unknown {
    if (typeof body !== "string") return redact(operation.body, body);
    const values = brand.fromWire(operation.body, JSON.parse(body));
    return brand.toWire(operation.body, redact(operation.body, values));
  }
}
