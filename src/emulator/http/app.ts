import { Hono } from "hono";
import { getPathNoStrict } from "hono/utils/url";
import { allOperations, type Brand, type NamedOperation, redactedText } from "../../contract";
import { receiveOperation } from "../faults/operation-names";
import { uploadPath } from "../operations/images";
import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import { consolePage } from "./console-page";
import { controlRoutes } from "./control-routes";
import type { EmulatorEnv } from "./emulator-env";
import { errorResponse } from "./error-response";
import { describeEndpoint, type Endpoint, nearestEndpoint } from "./nearest-endpoint";
import { receiveImageData } from "./receive-image-data";
import { createRoute, httpResponse, keptCall, serveOperation } from "./serve-operation";

const basePath = "/v4";
/** The base path of beta operations (section 9). */
const betaPath = "/v4beta";
const controlPath = "/_emulator";

type App = Hono<EmulatorEnv>;

const routes = allOperations.map(createRoute);
const apps = new Map<string, App>();

/** The whole service under a brand as one application. Building it is slow, so all emulators of the brand share it. */
export function appFor(brand: Brand): App {
  const app = apps.get(brand.word) ?? createApp(brand);
  apps.set(brand.word, app);
  return app;
}

/** The routes are derived from the contract. */
function createApp(brand: Brand): App {
  // A trailing or doubled slash makes no difference.
  const app = new Hono<EmulatorEnv>({
    getPath: (request: Request) => getPathNoStrict(request).replace(/\/{2,}/g, "/"),
  });
  const endpoints = new Map<string, readonly OperationEndpoint[]>();
  for (const route of routes) {
    for (const endpoint of endpointsOf(route.named, brand)) {
      const { method, isBetaAlias } = endpoint;
      const pattern = patternOf(endpoint.path);
      endpoints.set(pattern, [...(endpoints.get(pattern) ?? []), endpoint]);
      app.on(method, pattern, (c) => {
        const { runtime } = c.env;
        if (isBetaAlias && runtime.settings.betaAddress === "betaOnly")
          return notFound(runtime, all, c.req.raw);
        // Hono routes HEAD requests to GET handlers.
        return c.req.raw.method === method
          ? serveOperation(runtime, route, c.req.raw, c.req.param())
          : notAllowed(runtime, endpoints.get(pattern) ?? [], c.req.raw);
      });
    }
  }
  for (const [pattern, own] of endpoints) {
    app.all(pattern, (c) =>
      own.every(({ isBetaAlias }) => isBetaAlias) && c.env.runtime.settings.betaAddress === "betaOnly"
        ? notFound(c.env.runtime, all, c.req.raw)
        : notAllowed(c.env.runtime, own, c.req.raw),
    );
  }
  app.put(`${uploadPath}/:token`, (c) => receiveImageData(c.env.runtime, c.req.raw, c.req.param("token")));
  app.all(`${uploadPath}/:token`, (c) =>
    notAllowed(
      c.env.runtime,
      [{ name: receiveOperation, method: "PUT", path: `${uploadPath}/{token}` }],
      c.req.raw,
    ),
  );
  app.get("/", (c) => pageOrError(c.env.runtime));
  const control = controlRoutes();
  app.route(controlPath, control);
  const all: readonly Endpoint[] = [
    ...[...endpoints.values()].flat().filter(({ isBetaAlias }) => !isBetaAlias),
    // Middleware has the method ALL.
    ...control.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => ({ method, path: controlPath + path })),
  ];
  app.notFound((c) => notFound(c.env.runtime, all, c.req.raw));
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Translates `{instanceId}` into Hono's syntax. An image's id contains a slash. */
function patternOf(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "imageId" ? `:${name}{.+(?:/|%2[Ff]).+}` : `:${name}`,
  );
}

/** An operation at one of its paths. */
interface OperationEndpoint extends Endpoint {
  /** Whether this is the `v4beta` path of an operation that is not beta. The setting `betaAddress` decides whether it is served. */
  readonly isBetaAlias: boolean;
}

function endpointsOf({ name, operation }: NamedOperation, brand: Brand): OperationEndpoint[] {
  const [method = "", template = ""] = operation.call.split(" ");
  const path = brand.path(template);
  const below = (base: string, isBetaAlias: boolean) => ({ name, method, path: base + path, isBetaAlias });
  return operation.beta ? [below(betaPath, false)] : [below(basePath, false), below(betaPath, true)];
}

function pageOrError({ brand, settings }: Runtime): Response {
  try {
    return consolePage();
  } catch (error) {
    if (error instanceof ServiceError) return httpResponse(errorResponse(error, brand, settings));
    throw error;
  }
}

function notAllowed(runtime: Runtime, endpoints: readonly Endpoint[], request: Request): Response {
  logUnserved(runtime, request, 405);
  const reason = `Method Not Allowed. This path has ${endpoints.map(describeEndpoint).join(", ")}.`;
  const error = new ServiceError("method", [{ reason }]);
  const headers = new Headers({ Allow: endpoints.map(({ method }) => method).join(", ") });
  return httpResponse(errorResponse(error, runtime.brand, runtime.settings), headers);
}

function notFound(runtime: Runtime, endpoints: readonly Endpoint[], request: Request): Response {
  logUnserved(runtime, request, 404);
  const { pathname } = new URL(request.url);
  const reason = `Not found. The nearest endpoint is ${nearestEndpoint(endpoints, runtime.brand, request.method, pathname)}.`;
  const error = new ServiceError("noPath", [{ reason }]);
  return httpResponse(errorResponse(error, runtime.brand, runtime.settings));
}

/** Logs a request that no operation serves. */
function logUnserved(runtime: Runtime, request: Request, status: number): void {
  const url = new URL(request.url);
  const number = runtime.requestLog.add({
    time: new Date(runtime.now()).toISOString(),
    method: request.method,
    path: isLikeUpload(url.pathname) ? `${uploadPath}/${redactedText}` : url.pathname + url.search,
    operation: null,
    status,
    token: null,
    body: null,
    faults: [],
    carriedOut: false,
  });
  runtime.callDetails.begin(number, keptCall(runtime, request.headers, []));
  runtime.callDetails.ended(number, runtime.callerClock.now());
}

/** Whether a path may be an upload's secret address, or one with a typo, in another case or percent-encoded. */
function isLikeUpload(path: string): boolean {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.toLowerCase().includes(uploadPath);
}
