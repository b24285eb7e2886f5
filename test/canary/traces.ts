import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A secret in every encoding in which it could be printed by mistake. */
function formsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.toLowerCase(),
    new URLSearchParams({ secret }).toString().slice("secret=".length),
    Buffer.from(secret).toString("hex"),
    ...[0, 1, 2].flatMap((offset) => [
      insideBase64(secret, offset, "base64"),
      insideBase64(secret, offset, "base64url"),
    ]),
  ];
  return [...new Set(forms)];
}

/** The base64 characters of a secret that starts `offset` bytes after a multiple of three, which do not depend on its context. */
function insideBase64(secret: string, offset: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const whole = Math.floor((bytes.length * 8) / 6);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), whole);
}

/** The places that contain a secret, as `place: form`. */
export function tracesOf(secrets: readonly string[], places: Readonly<Record<string, string>>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    secrets.flatMap((secret) =>
      formsOf(secret).flatMap((form) => (text.includes(form) ? [`${place}: ${form}`] : [])),
    ),
  );
}

/** The content of every file below a folder, by its path. Links are not followed, unlike with Node 22's `readdirSync` and `recursive`. */
export function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) Object.assign(files, filesBelow(path));
    if (entry.isFile()) files[path] = readFileSync(path, "latin1") + readFileSync(path, "utf8");
  }
  return files;
}
