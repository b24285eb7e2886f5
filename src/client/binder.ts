import { realClock } from "../clock";
import {
  allOperations,
  type Brand,
  BrandError,
  brandOf,
  fieldsOf,
  interfaceWord,
  type NamedOperation,
} from "../contract";
import { isRecord } from "../unknown";
import { addressesOf } from "./address";
import { RetryBudget } from "./backoff";
import { type CallName, checkCallOptions } from "./call-options";
import type { Binder, CallOptions, List, ListWithin, Page } from "./calls";
import type { ClientOptions } from "./client-options";
import { type ClientContext, callHook } from "./context";
import { describeRequest } from "./description";
import { NodecloudError } from "./error";
import { Limiter } from "./limiter";
import { defaultListTimeout, defaultMaxListItems, ListBounds } from "./list-bounds";
import { type FetchedPage, itemsOf, type PageSize, pagesOf, type ReadPage, readPages } from "./pages";
import { isPage, isResponse, readResponse } from "./reading";
import { callOf, prepareCall, type RequestSettings } from "./request";
import { send } from "./sender";
import { allowManyCalls } from "./signal";
import { checkToken } from "./token";
import { axiosTransport } from "./transport";
import { defaultUserAgent } from "./version";

/**
 * Creates callable methods from the names of operations: for the generated client, and for callers that know the name only at run time.
 * @throws NodecloudError `configuration` for an address, a token or a brand that is not valid.
 */
export function createBinder(options: ClientOptions): Binder {
  const clock = options.clock ?? realClock;
  const settings: RequestSettings = {
    addresses: addressesOf(options),
    brand: checkBrand(options.brand || interfaceWord),
    token: checkToken(options.token),
    userAgent: options.userAgent ?? defaultUserAgent(),
  };
  allowManyCalls(options.interrupt);
  let tickets = 0;
  const context: ClientContext = {
    transport: options.transport ?? axiosTransport(),
    clock,
    limiter: new Limiter(clock, (report) => callHook(options.hooks?.onWaiting, report)),
    budget: new RetryBudget(clock),
    hooks: options.hooks ?? {},
    interrupt: options.interrupt,
    connectTimeout: options.connectTimeout ?? 10_000,
    responseTimeout: options.responseTimeout ?? 60_000,
    nextTicket: () => tickets++,
  };
  return binderOf(settings, context, {
    pageSize: options.pageSize ?? 500,
    maxItems: options.maxListItems ?? defaultMaxListItems,
    timeout: options.listTimeout ?? defaultListTimeout,
  });
}

function checkBrand(word: string): Brand {
  try {
    return brandOf(word);
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    throw new NodecloudError({ code: "configuration", message: error.message });
  }
}

interface ListSettings {
  readonly pageSize: number;
  readonly maxItems: number;
  readonly timeout: number;
}

function binderOf(settings: RequestSettings, context: ClientContext, lists: ListSettings): Binder {
  const pageSizes = new Map<string, PageSize>();
  const pageSizeOf = (named: NamedOperation): PageSize => {
    const size = pageSizes.get(named.name) ?? {
      current: acceptsPageSize(named) ? lists.pageSize : undefined,
    };
    pageSizes.set(named.name, size);
    return size;
  };
  const callOnce = async <T>(named: NamedOperation, args: unknown, options: CallOptions): Promise<T> => {
    const prepared = prepareCall(named, args, settings);
    const checked = checkCallOptions({ operation: named.name, call: prepared.call }, options);
    return send(prepared, checked, context, (response) => {
      const result = readResponse(named.operation, settings.brand, response, 1);
      return isResponse<T>(result) ? result : undefined;
    });
  };
  const fetchPage = async <T>(
    named: NamedOperation,
    args: unknown,
    options: CallOptions,
    paging: Readonly<Record<string, number>> = {},
  ): Promise<FetchedPage<T>> => {
    const prepared = prepareCall(named, args, settings, paging);
    const checked = checkCallOptions({ operation: named.name, call: prepared.call }, options);
    return send(prepared, checked, context, (response) => {
      const page = readResponse(named.operation, settings.brand, response, paging.page ?? pageIn(args));
      return isPage<T>(page) ? { page, bytes: response.body.length } : undefined;
    });
  };
  const onePage = async <T>(named: NamedOperation, args: unknown, options: CallOptions): Promise<Page<T>> =>
    (await fetchPage<T>(named, args, options)).page;
  const allPages = <T>(
    named: NamedOperation,
    path: unknown,
    options: CallOptions,
  ): AsyncIterable<ReadPage<T>> => {
    const name: CallName = { operation: named.name, call: callOf(named.operation, settings.brand) };
    const bounds = new ListBounds({
      ...{ clock: context.clock, maxItems: lists.maxItems, timeout: lists.timeout },
      ...name,
    });
    return readPages<T>(
      async (number, items) => {
        const checked = checkCallOptions(name, options);
        return bounds.withDeadline(checked.deadline, (deadline) =>
          fetchPage<T>(named, path, { ...checked, deadline }, pagingOf(named, number, items)),
        );
      },
      pageSizeOf(named),
      bounds,
    );
  };
  return {
    describe: (name, args) => {
      const named = operationOf(name);
      const readsAllPages = named.operation.paged && !(isRecord(args) && "page" in args);
      const paging = readsAllPages ? pagingOf(named, 1, pageSizeOf(named).current) : {};
      return describeRequest(prepareCall(named, args, settings, paging));
    },
    call: <Args, Result>(name: string) => {
      const named = operationOf(name);
      return (args?: Args, options: CallOptions = {}) => callOnce<Result>(named, args, options);
    },
    list: <Args, Item>(name: string): List<Args, Item> => {
      const named = operationOf(name);
      return Object.assign((args?: Args, options: CallOptions = {}) => onePage<Item>(named, args, options), {
        all: (options: CallOptions = {}) => itemsOf(allPages<Item>(named, {}, options)),
        pages: (options: CallOptions = {}) => pagesOf(allPages<Item>(named, {}, options)),
      });
    },
    listWithin: <Path, Args, Item>(name: string): ListWithin<Path, Args, Item> => {
      const named = operationOf(name);
      return Object.assign((args: Args, options: CallOptions = {}) => onePage<Item>(named, args, options), {
        all: (path: Path, options: CallOptions = {}) => itemsOf(allPages<Item>(named, path, options)),
        pages: (path: Path, options: CallOptions = {}) => pagesOf(allPages<Item>(named, path, options)),
      });
    },
  };
}

/** Lists that document no query parameters are called without any, and for later pages only if they report some. */
function acceptsPageSize({ operation }: NamedOperation): boolean {
  return fieldsOf(operation.query).some((field) => field.name === "page_size");
}

function pagingOf(named: NamedOperation, page: number, items: number | undefined): Record<string, number> {
  return {
    ...(acceptsPageSize(named) || page > 1 ? { page } : {}),
    ...(items === undefined ? {} : { page_size: items }),
  };
}

function operationOf(name: string): NamedOperation {
  const named = allOperations.find((operation) => operation.name === name);
  if (!named) throw new Error(`The contract has no operation "${name}": run scripts/generate.mjs.`);
  return named;
}

function pageIn(args: unknown): number {
  return isRecord(args) && typeof args.page === "number" ? args.page : 1;
}
