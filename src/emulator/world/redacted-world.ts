import { redacted } from "../../contract";
import { wellKnownTokens } from "../well-known";
import { type WorldState, worldState } from "./world";

const wellKnown = new Map<string, string>(Object.entries(wellKnownTokens));
const wellKnownTexts = new Set<string>(wellKnown.values());

/** A world without its secrets: tokens other than the well-known ones, and addresses of uploads. */
export function withoutSecrets(world: WorldState): WorldState {
  const tokens = world.tokens.map((token) =>
    wellKnownTexts.has(token.text) ? token : { ...token, text: redacted },
  );
  const images = world.images.map((image) =>
    image.upload?.token ? { ...image, upload: { ...image.upload, token: redacted } } : image,
  );
  return { ...world, tokens, images };
}

/** Reads a world that was exported. Tokens and addresses that were redacted are no longer known. Throws a `z.ZodError` for anything else. */
export function worldOf(exported: unknown): WorldState {
  const world = worldState.parse(exported);
  const images = world.images.map((image) =>
    image.upload?.token === redacted ? { ...image, upload: { ...image.upload, token: null } } : image,
  );
  return { ...world, images, tokens: world.tokens.filter((token) => token.text !== redacted) };
}
