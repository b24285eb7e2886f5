import { z } from "zod";

/** Why a world can't be kept in a folder, or not be read from it; the message says what to do. */
export class DataError extends Error {
  override readonly name = "DataError";
}

/** An error of the system in its own words: `ENOSPC: no space left on device, write`. */
export function wordsOf(error: unknown): string {
  return systemError.safeParse(error).data?.message ?? String(error);
}

/** The system's code of an error: `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return systemError.safeParse(error).data?.code;
}

const systemError = z.object({ message: z.string(), code: z.string().exactOptional() });
