import {
  type Client,
  type ClientOptions,
  createClient,
  NodecloudError,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "../../src/client";
import { VirtualClock } from "../../src/clock";

/** A reply of the fake service: a response, a failure, or a function of the request. */
export type Reply =
  | (Partial<Omit<TransportResponse, "body">> & {
      readonly json?: unknown;
      readonly body?: string;
      readonly after?: number;
    })
  | { readonly fails: string; readonly sent?: boolean; readonly after?: number }
  | "hang"
  | ((request: TransportRequest) => Reply);

interface Recorded {
  readonly at: number;
  readonly line: string;
  readonly request: TransportRequest;
}

/** A client on a virtual clock whose transport returns the replies in a list, and repeats the last one. */
export function fakeService(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const clock = new VirtualClock();
  const start = clock.now();
  const calls: Recorded[] = [];
  const transport = async (request: TransportRequest): Promise<TransportResponse> => {
    const path = request.url.replace("https://service.test/v4", "");
    calls.push({ at: clock.now() - start, line: `${request.method} ${path}`, request });
    let reply = replies[Math.min(calls.length, replies.length) - 1]!;
    while (typeof reply === "function") reply = reply(request);
    if (reply === "hang") {
      await new Promise((_, reject) => {
        request.signal.addEventListener("abort", () =>
          reject(new TransportFailure({ sent: "maybe", code: "ABORTED" })),
        );
      });
      throw new Error("unreachable");
    }
    if (reply.after) await clock.sleep(reply.after, request.signal);
    if ("fails" in reply) {
      throw new TransportFailure({ sent: reply.sent === false ? false : "maybe", code: reply.fails });
    }
    const body = reply.body ?? JSON.stringify(reply.json ?? {});
    return {
      status: reply.status ?? 200,
      headers: reply.headers ?? { "content-type": "application/json" },
      body,
    };
  };
  const client: Client = createClient({
    ...{ baseUrl: "https://service.test/v4", token: "a-token-of-42", clock, transport },
    ...options,
  });
  return {
    ...{ client, clock, calls },
    lines: () => calls.map(({ line }) => line),
    times: () => calls.map(({ at }) => at),
    run: <T>(work: Promise<T>) => clock.run(work),
    /** The error that a call rejects with. */
    failure: async (work: Promise<unknown>): Promise<NodecloudError> => {
      const error: unknown = await clock.run(
        work.then(
          () => undefined,
          (reason: unknown) => reason,
        ),
      );
      if (error instanceof NodecloudError) return error;
      throw new Error(`expected a NodecloudError, got ${String(error)}`);
    },
  };
}

export const anInstance = { id: 7, label: "web", status: "running", tags: ["b", "A"] };

export function pageOf(data: readonly unknown[], page = 1, pages = 1, results = data.length) {
  return { json: { data, page, pages, results } };
}

export function rejection(status: number, ...errors: readonly { reason: string; field?: string }[]): Reply {
  return { status, json: { errors } };
}
