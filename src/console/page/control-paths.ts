import type { Batch } from "../../emulator/console/messages";
import { isRecord, messageOf } from "../../unknown";
import { BatchReader } from "../model/batches";
import { pageClock } from "./page-clock";

/** In milliseconds: the emulator sends something at least every 10 s. */
const maxSilence = 30_000;

/** Calls the control paths of the emulator that served the page. */
export class ControlPaths {
  readonly #headers: Readonly<Record<string, string>>;

  constructor(token: string | undefined) {
    this.#headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  }

  /** Throws an error with the emulator's reasons when the request fails. */
  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#fetch(method, path, body);
    return response.json();
  }

  get(path: string): Promise<unknown> {
    return this.send("GET", path);
  }

  /**
   * The batches of the event stream, until it ends. Throws if nothing arrives for 30 s, because nothing else shows that a connection is lost.
   * `EventSource` cannot send the token.
   */
  async *batches(): AsyncGenerator<readonly Batch[]> {
    const silence = new AbortController();
    const lost = () => silence.abort(new Error("The emulator has sent nothing for 30 s."));
    let cancel = pageClock.after(maxSilence, lost);
    try {
      const response = await this.#fetch("GET", "events", undefined, silence.signal);
      const reader = new BatchReader();
      const decoder = new TextDecoder();
      const body = response.body?.getReader();
      if (!body) return;
      for (;;) {
        const { done, value } = await body.read();
        if (done) return;
        cancel();
        cancel = pageClock.after(maxSilence, lost);
        yield reader.take(decoder.decode(value, { stream: true }));
      }
    } catch (error) {
      // The browser's own error does not have the reason.
      silence.signal.throwIfAborted();
      throw error;
    } finally {
      cancel();
      // An unreadable stream would stay open.
      silence.abort();
    }
  }

  async #fetch(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(`/_emulator/${path}`, {
      method,
      headers: this.#headers,
      cache: "no-store",
      ...(signal && { signal }),
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`The emulator does not respond (${messageOf(error)}). Check that it is running.`);
    });
    if (response.ok) return response;
    if (response.status === 401) {
      throw new Error(
        `The control paths of this emulator require its control token. Open ${location.origin}/#token=CONTROL_TOKEN, with the token that it printed at startup.`,
      );
    }
    throw new Error(
      reasonsOf(await response.json().catch(() => undefined)) || `The emulator returned ${response.status}.`,
    );
  }
}

function reasonsOf(body: unknown): string {
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
  return errors
    .filter(isRecord)
    .map(({ field, reason }) => (field === undefined ? String(reason) : `${field}: ${reason}`))
    .join("\n");
}
