import { z } from "zod";
import { hashOf } from "../secrets";
import { tokenRecord } from "./records";

/** A token in a loaded world: in plain text, of which only the hash is stored, or as the hash. */
export const tokenInput = z
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
