import { readFile } from "node:fs/promises";
import { imageTypeOf } from "../client";
import {
  cachedPerServices,
  changeObject,
  holdsUnknown,
  isResultOfSending,
  keepIgnoredHash,
  LifecycleError,
  type Properties,
  type ResourceOrigin,
  readOrigin,
  type Services,
  type StepTask,
  shownPath,
  unknownValue,
} from "../lifecycle";
import { errorCodeOf, messageOf } from "../unknown";
import { type Live, oauthClientsWith, sha256 } from "./oauth-client.collection";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/** Adds the hash of the thumbnail's bytes to the inputs, so that a diff sees when they change. Checks the file before anything is sent. */
export async function hashThumbnail(
  inputs: Record<string, unknown>,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const { thumbnail } = inputs;
  delete inputs.thumbnailHash;
  if (keepIgnoredHash(inputs, olds, ["thumbnail", "thumbnailHash"])) return [];
  if (holdsUnknown(thumbnail)) inputs.thumbnailHash = unknownValue;
  if (typeof thumbnail !== "string" || thumbnail === "" || holdsUnknown(thumbnail)) return [];
  const file = await readThumbnail(thumbnail);
  if ("problem" in file) return [file.problem];
  inputs.thumbnailHash = sha256(file.data);
  if (file.contentType !== documentedType && olds.thumbnailHash !== inputs.thumbnailHash) {
    warningsOf(services).once(
      `thumbnail: ${JSON.stringify(thumbnail)} has the type ${file.contentType}, but the service documents only ${documentedType}. If the service rejects it, the OAuth client exists without a thumbnail and the run fails. Use a PNG file to avoid that.`,
      readOrigin(inputs.origin),
    );
  }
  return [];
}

/** Section 4.6 documents no other type. */
const documentedType = "image/png";

/** An engine checks a resource several times in a run, but the user should see a warning once. */
const warningsOf = cachedPerServices(({ log }) => {
  const logged = new Set<string>();
  return {
    once: (message: string, about: ResourceOrigin | undefined) => {
      if (!logged.has(message)) log.warn(message, about);
      logged.add(message);
    },
  };
});

/** Sends the thumbnail if the service serves another one, or none. */
export async function sendThumbnail(task: StepTask<OAuthClientInputs, Live>): Promise<Live> {
  const { services, inputs, id, origin } = task;
  const { thumbnail, thumbnailHash } = inputs;
  // The step may be left over from an earlier program that declared the thumbnail or did not ignore its changes.
  if (thumbnail === undefined || thumbnailHash === undefined) return task.live;
  const file = await readThumbnail(thumbnail);
  if ("problem" in file) throw new LifecycleError(file.problem);
  if (sha256(file.data) !== thumbnailHash) {
    throw new LifecycleError(
      `thumbnail: ${JSON.stringify(thumbnail)} changed during this run, so it was not sent. Run the command again.`,
    );
  }
  const live = await changeObject(oauthClientsWith(inputs), task, {
    verb: "set the thumbnail of",
    isDone: (now) => now.thumbnail_hash === thumbnailHash,
    mayBeOld: (now, before) => now.thumbnail_hash === before.thumbnail_hash,
    send: (_, options) =>
      services.client.oauthClients.updateThumbnail(
        { clientId: id, data: file.data, content_type: file.contentType },
        options,
      ),
  });
  if (live.thumbnail_hash !== undefined && live.thumbnail_hash !== thumbnailHash) {
    const isResult = isResultOfSending(task, "thumbnailHash", live.thumbnail_hash, task.live.thumbnail_hash);
    services.log.warn(
      `OAuth client ${id}: the service accepted the thumbnail, but serves different bytes. ${isResult ? "They count as the declared thumbnail until the file or the service changes." : "They are the same as before, so the next run sends it again."}`,
      origin,
    );
  }
  return live;
}

type Thumbnail = { readonly data: Uint8Array; readonly contentType: string } | { readonly problem: string };

async function readThumbnail(path: string): Promise<Thumbnail> {
  const name = shownPath(path);
  const advice = "Set it to the path of a PNG, JPEG, GIF or WebP file, relative to the program's folder.";
  let data: Uint8Array;
  try {
    data = await readFile(path);
  } catch (error) {
    return { problem: `thumbnail: ${name} ${unreadableReason(error)}. ${advice}` };
  }
  const contentType = imageTypeOf(data);
  return contentType === undefined
    ? { problem: `thumbnail: ${name} does not contain an image of a supported type. ${advice}` }
    : { data, contentType };
}

function unreadableReason(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return "does not exist";
  if (code === "ENAMETOOLONG") return "is too long for a path";
  if (code === "EISDIR") return "is a folder";
  return `cannot be read (${messageOf(error)})`;
}
