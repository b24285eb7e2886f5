import { readFile } from "node:fs/promises";
import { imageTypeOf } from "../client";
import {
  holdsUnknown,
  LifecycleError,
  type Properties,
  perServices,
  type ResourceOrigin,
  readOrigin,
  runAction,
  type Services,
  type StepTask,
  unknownValue,
} from "../lifecycle";
import { errorCodeOf, messageOf } from "../unknown";
import type { OAuthClientInputs } from "./oauth-client.inputs";
import { clientsOf, type Live, sha256 } from "./oauth-client.reading";

/** Adds the hash of the thumbnail's bytes, by which a change is known; looks at the file before anything is sent. */
export async function hashThumbnail(
  inputs: Record<string, unknown>,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const { thumbnail } = inputs;
  delete inputs.thumbnailHash;
  if (holdsUnknown(thumbnail)) inputs.thumbnailHash = unknownValue;
  if (typeof thumbnail !== "string" || thumbnail === "" || holdsUnknown(thumbnail)) return [];
  const read = await readThumbnail(thumbnail);
  if ("problem" in read) return [read.problem];
  inputs.thumbnailHash = sha256(read.data);
  if (read.contentType !== documentedType && olds.thumbnailHash !== inputs.thumbnailHash) {
    warningsOf(services).once(
      `thumbnail: ${JSON.stringify(thumbnail)} is of the type ${read.contentType}, and the service documents ${documentedType} only. If the service refuses it, the OAuth client exists without a thumbnail and the run fails; a PNG file avoids that.`,
      readOrigin(inputs.origin),
    );
  }
  return [];
}

/** The only type that the interface names (section 4.6). */
const documentedType = "image/png";

/** An engine checks a resource several times in a run. */
const warningsOf = perServices(({ log }) => {
  const given = new Set<string>();
  return {
    once: (message: string, about: ResourceOrigin | undefined) => {
      if (!given.has(message)) log.warn(message, about);
      given.add(message);
    },
  };
});

/** Sends the thumbnail where another one, or none, is served. */
export async function sendThumbnail(step: StepTask<OAuthClientInputs, Live>): Promise<Live> {
  const { services, inputs, id, origin } = step;
  const { thumbnail, thumbnailHash } = inputs;
  if (thumbnail === undefined) return step.live;
  const read = await readThumbnail(thumbnail);
  if ("problem" in read) throw new LifecycleError(read.problem);
  if (sha256(read.data) !== thumbnailHash) {
    throw new LifecycleError(
      `thumbnail: ${JSON.stringify(thumbnail)} has changed since this run began, so it was not sent.`,
    );
  }
  const live = await runAction<Live>(step, {
    ...{ kind: "OAuth client", id, collection: clientsOf(services), verb: "set the thumbnail of" },
    isDone: (now) => now.thumbnail_hash === thumbnailHash,
    send: (_, options) =>
      services.client.oauthClients.updateThumbnail(
        { clientId: id, data: read.data, content_type: read.contentType },
        options,
      ),
  });
  if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
  if (live.thumbnail_hash !== thumbnailHash) {
    services.log.warn(
      `OAuth client ${id}: thumbnail was sent, but the service serves other bytes, so the next run sends it again.`,
      origin,
    );
  }
  return live;
}

type Thumbnail = { readonly data: Uint8Array; readonly contentType: string } | { readonly problem: string };

async function readThumbnail(path: string): Promise<Thumbnail> {
  const name = JSON.stringify(path);
  const advice = "Give the path of a PNG, JPEG, GIF or WebP file, relative to the program's folder.";
  let data: Uint8Array;
  try {
    data = await readFile(path);
  } catch (error) {
    return { problem: `thumbnail: ${name} ${whyUnreadable(error)}. ${advice}` };
  }
  const contentType = imageTypeOf(data);
  return contentType === undefined
    ? { problem: `thumbnail: ${name} is no image of a known kind, by its first bytes. ${advice}` }
    : { data, contentType };
}

function whyUnreadable(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return "is not there";
  if (code === "EISDIR") return "is a folder";
  return `can't be read (${messageOf(error)})`;
}
