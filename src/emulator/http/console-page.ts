import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodeOf } from "../../unknown";
import { ServiceError } from "../service-error";

/**
 * The console: one page with its script and style inside. It can load nothing else, run no other script, and send requests only to the
 * emulator that served it. Other pages cannot show it in a frame.
 */
export function consolePage(): Response {
  page ??= readPage();
  return new Response(page.html, { headers: page.headers });
}

interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Read when it is first opened, because most emulators serve programs only. */
let page: Page | undefined;

function readPage(): Page {
  const html = readFile();
  const policy = [
    "default-src 'none'",
    `script-src ${hashesOf(html, "script")}`,
    `style-src ${hashesOf(html, "style")}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    html,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
    },
  };
}

/** `npm run build` builds the file from `src/console`. */
function readFile(): string {
  try {
    // The path works from `src` and from `dist`. In a bundle of ES modules there is no `__dirname`.
    return readFileSync(join(__dirname, "../../../dist/console.html"), "utf8");
  } catch (error) {
    if (errorCodeOf(error) !== "ENOENT" && !(error instanceof ReferenceError)) throw error;
    const reason =
      "The console has not been built, or the emulator is part of a bundle. Run `npm run build` in the package, or run the emulator from it.";
    throw new ServiceError("noPath", [{ reason }]);
  }
}

/** The policy's sources for the elements of this name: the hash of each one's content. */
function hashesOf(html: string, element: string): string {
  const texts = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))].map(
    ([, text = ""]) => text,
  );
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
