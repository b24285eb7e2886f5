import { redact, redactedText } from "../contract";
import type { RequestDescription } from "./calls";
import type { PreparedCall } from "./request";

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
    headers: {
      ...others,
      ...(Authorization === undefined ? {} : { Authorization: `Bearer ${redactedText}` }),
    },
    ...(body === undefined ? {} : { body: shownBody() }),
  };

  function shownBody(): unknown {
    if (typeof body !== "string") return redact(operation.body, body);
    const values = brand.fromWire(operation.body, JSON.parse(body));
    return brand.toWire(operation.body, redact(operation.body, values));
  }
}
