import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A secret in every form in which a careless line could show it. */
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

/** The characters that a secret always becomes when it begins so many bytes after a multiple of three. */
function insideBase64(secret: string, offset: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const whole = Math.floor((bytes.length * 8) / 6);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), whole);
}

/** Where a secret shows, as `place: form`, in texts by the names of their places. */
export function tracesOf(secrets: readonly string[], places: Readonly<Record<string, string>>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    secrets.flatMap((secret) =>
      formsOf(secret).flatMap((form) => (text.includes(form) ? [`${place}: ${form}`] : [])),
    ),
  );
}

/** Every file below a folder, by its path; links are not followed. */
export function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path] = readFileSync(path, "latin1") + readFileSync(path, "utf8");
  }
  return files;
}
