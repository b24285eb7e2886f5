import { z } from "zod";
import { refusalOf, refusedFor } from "../refusal";
import { hashOf } from "../secrets";
import { inconsistencies, lastNumbers } from "./consistency";
import { tokenRecord } from "./records";
import { accountState, type WorldState, worldState } from "./world-state";

/** A token as somebody may write it: its text, of which the hash is kept, or the hash. */
const writtenToken = z
  .object({
    ...tokenRecord.shape,
    sha256: tokenRecord.shape.sha256.exactOptional(),
    text: z.string().min(1).exactOptional(),
  })
  .transform(({ text, sha256, ...token }, context) => {
    const hash = text === undefined ? sha256 : hashOf(text);
    if (hash !== undefined) return { ...token, sha256: hash };
    context.addIssue({ code: "custom", path: ["text"], message: "the token has neither text nor sha256" });
    return z.NEVER;
  });

const tokens = z.array(writtenToken);
const writtenWorld = worldState.extend({
  tokens,
  other_accounts: z.array(accountState.extend({ tokens })).default([]),
});

/** Reads a world that was exported, or written by hand. Throws a `Refusal` that names the fields at fault: of the wrong shape, or in contradiction to others. */
export function worldOf(written: unknown): WorldState {
  const { success, data, error } = writtenWorld.safeParse(written);
  if (!success) throw refusalOf(error);
  const faults = inconsistencies(data);
  if (faults.length > 0) throw refusedFor(faults);
  return { ...data, numbers: lastNumbers(data) };
}
