import { channel } from "node:diagnostics_channel";
import type { Runtime } from "../runtime";
import type { ApiResponse } from "./error-response";

/** A response of the service as it is published, before a fault changes it. */
export interface PublishedResponse extends ApiResponse {
  /** `instances.create` */
  readonly operation: string;
  /** The brand whose names the body has. */
  readonly brand: string;
  readonly settings: Runtime["settings"];
  /** The body's JSON. Undefined if there is no body, or a file. */
  readonly text: string | undefined;
}

/** Responses are published here, for tests that check them in the same process. */
const responseChannel = "pulumi-nodecloud:emulator:response";

const responses = channel(responseChannel);

export function publishResponse(
  runtime: Runtime,
  operation: string,
  response: ApiResponse,
  text: string | undefined,
): void {
  if (!responses.hasSubscribers) return;
  const { brand, settings } = runtime;
  const published: PublishedResponse = { ...response, operation, brand: brand.word, settings, text };
  responses.publish(published);
}
