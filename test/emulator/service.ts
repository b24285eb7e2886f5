import { gzipSync } from "node:zlib";
import { VirtualClock } from "../../src/clock";
import { createEmulator, type Emulator, type EmulatorOptions, wellKnownTokens } from "../../src/emulator";

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of a body is what is being tested
  readonly body: any;
  readonly headers: Headers;
}

interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly raw?: string;
}

interface SendOptions {
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly data?: Uint8Array<ArrayBuffer> | ReadableStream | string;
}

export const brandWord = "acme";

export interface ServiceOptions extends EmulatorOptions {
  readonly clock?: VirtualClock;
  /** Default: `createEmulator`. */
  readonly create?: (options: EmulatorOptions) => Emulator;
}

/** Starts an emulator on a virtual clock, with functions that call it. By default, without rate limits and lists that lag. */
export function startService(options: ServiceOptions = {}) {
  const { clock = new VirtualClock(), create = createEmulator, ...own } = options;
  const emulator = create({ clock, brand: brandWord, ...own });
  const { rateLimits, listLagSeconds } = own.settings ?? {};
  if (rateLimits === undefined || listLagSeconds === undefined)
    emulator.control.settings({ rateLimits: rateLimits ?? "off", listLagSeconds: listLagSeconds ?? 0 });

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { token = wellKnownTokens.full, headers = {}, raw }: CallOptions = {},
  ): Promise<Reply> => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(urlOf(path), {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const response = await emulator.fetch(request);
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };

  /** Sends bytes or no body to a path or a whole URL, and returns the response as it is. */
  const send = (
    method: string,
    address: string,
    { data, token = wellKnownTokens.full, headers = {} }: SendOptions = {},
  ): Promise<Response> =>
    emulator.fetch(
      new Request(urlOf(address), {
        method,
        headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
        ...(data === undefined ? {} : { body: data, duplex: "half" as const }),
      }),
    );
  const post = (path: string, body?: unknown, more?: CallOptions) => call("POST", path, body, more);
  const get = (path: string, more?: CallOptions) => call("GET", path, undefined, more);
  const put = (path: string, body: unknown, more?: CallOptions) => call("PUT", path, body, more);
  const remove = (path: string, more?: CallOptions) => call("DELETE", path, undefined, more);
  const advanceSeconds = (seconds: number) => clock.advance(seconds * 1000);
  /** Creates an instance and waits until it is running. */
  const createRunningInstance = async (more: object = {}) => {
    const { body } = await post("/acme/instances", { ...newInstance, ...more });
    await advanceSeconds(70);
    return body;
  };
  /** Creates an instance without disks. */
  const createEmptyInstance = async (more: object = {}) =>
    (await post("/acme/instances", { region: newInstance.region, type: newInstance.type, ...more })).body;
  const statusOf = async (id: number) => (await get(`/acme/instances/${id}`)).body.status;
  return {
    emulator,
    control: emulator.control,
    clock,
    call,
    send,
    post,
    get,
    put,
    remove,
    advanceSeconds,
    createRunningInstance,
    createEmptyInstance,
    statusOf,
  };
}

export type Service = ReturnType<typeof startService>;

/** The URL of a path, which is under `v4` unless it starts with a version. */
function urlOf(path: string): string {
  if (!path.startsWith("/")) return path;
  return `http://127.0.0.1${path.startsWith("/v4") ? path : `/v4${path}`}`;
}

/** The body of a create request with the required fields of an instance with an image. */
export const newInstance = {
  region: "us-east",
  type: "g1-standard-1",
  image: "acme/debian12",
  root_pass: "correct horse 7",
} as const;

/** The body of a create request for an OAuth client. */
export const newOAuthClient = { label: "portal", redirect_uri: "https://portal.example.com/login" } as const;

/** The body of a create request for a card that has not expired on the virtual clock. */
export const card = {
  type: "credit_card",
  is_default: false,
  data: { card_number: "4111111111111111", expiry_month: 4, expiry_year: 2024, cvv: "123" },
} as const;

/** A request with a compressed image of 3,000,000 bytes. */
export const imageUpload = {
  token: null,
  headers: { "Content-Type": "application/octet-stream" },
  data: new Uint8Array(gzipSync(new Uint8Array(3_000_000))),
};

/** The reasons of an error by field. Those without a field are under "". */
export function errorReasons(reply: Reply): Record<string, string> {
  return Object.fromEntries(
    reply.body.errors.map((error: { field?: string; reason: string }) => [error.field ?? "", error.reason]),
  );
}
