import { Hono } from "hono";
import { getPathNoStrict } from "hono/utils/url";
import { allOperations, type Brand, type NamedOperation, redacted } from "../../contract";
import { uploadPath } from "../operations/images";
import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import { controlRoutes } from "./control-routes";
import { errorResponse } from "./error-response";
import { describeEndpoint, type Endpoint, nearestEndpoint } from "./nearest-endpoint";
import { receiveImageData, receiveOperation } from "./receive-image-data";
import { createRoute, httpResponse, serveOperation } from "./serve-operation";

const basePath = "/v4";
/** The base path of beta operations (section 9). */
const betaPath = "/v4beta";
const controlPath = "/_emulator";

/** A route for each operation. All emulators share them. */
const routes = allOperations.map(createRoute);

/** The whole service as one application. Its routes are derived from the contract. */
export function createApp(runtime: Runtime): Hono {
  // A trailing or doubled slash makes no difference.
  const app = new Hono({
    getPath: (request: Request) => getPathNoStrict(request).replace(/\/{2,}/g, "/"),
  });
  const endpoints = new Map<string, readonly OperationEndpoint[]>();
  for (const route of routes) {
    for (const endpoint of endpointsOf(route.named, runtime.brand)) {
      const { method, isBetaAlias } = endpoint;
      const pattern = patternOf(endpoint.path);
      endpoints.set(pattern, [...(endpoints.get(pattern) ?? []), endpoint]);
      app.on(method, pattern, (c) => {
        if (isBetaAlias && runtime.settings.betaAddress === "betaOnly")
          return notFound(runtime, all, c.req.raw);
        // Hono routes HEAD requests to GET handlers.
        return c.req.raw.method === method
          ? serveOperation(runtime, route, c.req.raw, c.req.param())
          : notAllowed(runtime, endpoints.get(pattern) ?? []);
      });
    }
  }
  for (const [pattern, own] of endpoints) {
    app.all(pattern, (c) =>
      own.every(({ isBetaAlias }) => isBetaAlias) && runtime.settings.betaAddress === "betaOnly"
        ? notFound(runtime, all, c.req.raw)
        : notAllowed(runtime, own),
    );
  }
  app.put(`${uploadPath}/:token`, (c) => receiveImageData(runtime, c.req.raw, c.req.param("token")));
  app.all(`${uploadPath}/:token`, () =>
    notAllowed(runtime, [{ name: receiveOperation, method: "PUT", path: `${uploadPath}/{token}` }]),
  );
  const control = controlRoutes(runtime);
  app.route(controlPath, control);
  const all: readonly Endpoint[] = [
    ...[...endpoints.values()].flat().filter(({ isBetaAlias }) => !isBetaAlias),
    ...control.routes.map(({ method, path }) => ({ method, path: controlPath + path })),
  ];
  app.notFound((c) => notFound(runtime, all, c.req.raw));
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

function notAllowed(runtime: Runtime, endpoints: readonly Endpoint[]): Response {
  const reason = `Method Not Allowed. This path has ${endpoints.map(describeEndpoint).join(", ")}.`;
  const error = new ServiceError("method", [{ reason }]);
  const headers = new Headers({ Allow: endpoints.map(({ method }) => method).join(", ") });
  return httpResponse(errorResponse(error, runtime.brand, runtime.settings), headers);
}

function notFound(runtime: Runtime, endpoints: readonly Endpoint[], request: Request): Response {
  const url = new URL(request.url);
  runtime.requestLog.add({
    time: new Date(runtime.now()).toISOString(),
    method: request.method,
    // This may be an upload's secret address with a typo in it.
    path: url.pathname.startsWith(uploadPath) ? `${uploadPath}/${redacted}` : url.pathname + url.search,
    operation: null,
    status: 404,
    token: null,
    body: null,
    faults: [],
    carriedOut: false,
  });
  const reason = `Not found. The nearest endpoint is ${nearestEndpoint(endpoints, runtime.brand, request.method, url.pathname)}.`;
  const error = new ServiceError("notFound", [{ reason }]);
  return httpResponse(errorResponse(error, runtime.brand, runtime.settings));
}
