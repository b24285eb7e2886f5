import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../unknown";

/** The version of this package. */
export function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8"));
  return isRecord(file) && "version" in file ? String(file.version) : "unknown";
}
