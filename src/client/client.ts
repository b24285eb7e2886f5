import { type Clock, realClock } from "../clock";
import {
  allOperations,
  type Brand,
  BrandError,
  brandOf,
  fieldsOf,
  interfaceWord,
  type NamedOperation,
} from "../contract";
import { addressesOf } from "./address";
import { RetryBudget } from "./backoff";
import type { Binder, CallOptions, ClientHooks, List, ListWithin, Page } from "./calls";
import { NodecloudError } from "./error";
import { Limiter } from "./limiter";
import { bindOperations, type Client } from "./operations.generated";
import { itemsOf, type PageSize, pagesOf } from "./pages";
import { isAnswer, isPage, readAnswer } from "./reading";
import { prepareCall, type RequestSettings } from "./request";
import { type Shared, send } from "./sender";
import { usableToken } from "./token";
import { axiosTransport } from "./transport";
import { defaultUserAgent } from "./version";
import type { Transport } from "./wire";

export interface ClientOptions {
  /** The service's address with the version segment: `https://HOST/v4`. */
  readonly baseUrl: string;
  /** A personal access token or an OAuth token. Without one, only what needs none can be called. */
  readonly token?: string | undefined;
  /** The word that the operator writes where the interface writes `node`. Default: `node`. */
  readonly brand?: string | undefined;
  /** The address of the beta operations. Default: `baseUrl` with `v4beta` for `v4`. */
  readonly betaUrl?: string | undefined;
  /** Time and chance. Default: the real ones. */
  readonly clock?: Clock | undefined;
  /** What carries requests. Default: `axiosTransport()`. */
  readonly transport?: Transport | undefined;
  /** Told of every sending and every wait. */
  readonly hooks?: ClientHooks | undefined;
  /** Milliseconds until a connection must stand. Default: 10,000. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds until an answer must be there. Default: 60,000. */
  readonly answerTimeout?: number | undefined;
  /** Default: `pulumi-nodecloud/VERSION`. */
  readonly userAgent?: string | undefined;
  /** Items per page that whole lists ask for, until the service refuses it. Default: 500. */
  readonly pageSize?: number | undefined;
}

/**
 * A client of the service. It makes no call by itself, and shares one connection pool and one pace among its calls.
 * @throws NodecloudError `configuration` for an address, a token or a brand that can't be used.
 */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? realClock;
  const settings: RequestSettings = {
    addresses: addressesOf(options),
    brand: usableBrand(options.brand || interfaceWord),
    token: usableToken(options.token),
    userAgent: options.userAgent ?? defaultUserAgent(),
  };
  let tickets = 0;
  const shared: Shared = {
    transport: options.transport ?? axiosTransport(),
    clock,
    limiter: new Limiter(clock),
    budget: new RetryBudget(clock),
    hooks: options.hooks ?? {},
    connectTimeout: options.connectTimeout ?? 10_000,
    answerTimeout: options.answerTimeout ?? 60_000,
    nextTicket: () => tickets++,
  };
  return bindOperations(binderOf(settings, shared, { current: options.pageSize ?? 500 }));
}

function usableBrand(word: string): Brand {
  try {
    return brandOf(word);
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    throw new NodecloudError({ code: "configuration", message: error.message });
  }
}

function binderOf(settings: RequestSettings, shared: Shared, pageSize: PageSize): Binder {
  const one = async <T>(named: NamedOperation, args: unknown, options: CallOptions): Promise<T> => {
    const prepared = prepareCall(named, args, settings);
    return send(prepared, options, shared, (answered) => {
      const answer = readAnswer(named.operation, settings.brand, answered, 1);
      return isAnswer<T>(named.operation, answer) ? answer : undefined;
    });
  };
  const page = async <T>(
    named: NamedOperation,
    args: unknown,
    options: CallOptions,
    asked: Readonly<Record<string, number>> = {},
  ): Promise<Page<T>> => {
    const prepared = prepareCall(named, args, settings, asked);
    return send(prepared, options, shared, (answered) => {
      const answer = readAnswer(named.operation, settings.brand, answered, asked.page ?? pageIn(args));
      return isPage<T>(named.operation, answer) ? answer : undefined;
    });
  };
  const pages = <T>(named: NamedOperation, path: unknown, options: CallOptions): AsyncIterable<Page<T>> => {
    const takesSize = fieldsOf(named.operation.query).some((field) => field.name === "page_size");
    // Lists that show no query parameters are asked as they are, and for more only if they say that there is more.
    const size = takesSize ? pageSize : { current: undefined };
    return pagesOf<T>(
      (number, items) =>
        page<T>(named, path, options, {
          ...(takesSize || number > 1 ? { page: number } : {}),
          ...(items === undefined ? {} : { page_size: items }),
        }),
      size,
    );
  };
  return {
    one: <Args, Answer>(name: string) => {
      const named = operationOf(name);
      return (args?: Args, options: CallOptions = {}) => one<Answer>(named, args, options);
    },
    list: <Args, Item>(name: string): List<Args, Item> => {
      const named = operationOf(name);
      return Object.assign((args?: Args, options: CallOptions = {}) => page<Item>(named, args, options), {
        all: (options: CallOptions = {}) => itemsOf(pages<Item>(named, {}, options)),
        pages: (options: CallOptions = {}) => pages<Item>(named, {}, options),
      });
    },
    listWithin: <Path, Args, Item>(name: string): ListWithin<Path, Args, Item> => {
      const named = operationOf(name);
      return Object.assign((args: Args, options: CallOptions = {}) => page<Item>(named, args, options), {
        all: (path: Path, options: CallOptions = {}) => itemsOf(pages<Item>(named, path, options)),
        pages: (path: Path, options: CallOptions = {}) => pages<Item>(named, path, options),
      });
    },
  };
}

function operationOf(name: string): NamedOperation {
  const named = allOperations.find((one) => one.name === name);
  if (!named) throw new Error(`The contract has no operation "${name}": run scripts/generate.mjs.`);
  return named;
}

function pageIn(args: unknown): number {
  return typeof args === "object" && args !== null && "page" in args && typeof args.page === "number"
    ? args.page
    : 1;
}
