import { Hono } from "hono";
import { getPathNoStrict } from "hono/utils/url";
import { allOperations, type Brand, type NamedOperation, redacted } from "../../contract";
import { uploadPath } from "../operations/images";
import { Refusal } from "../refusal";
import type { State } from "../state";
import { controlRoutes } from "./control-routes";
import { errorAnswer } from "./error-answer";
import { type Callable, describe, nearest } from "./nearest";
import { receive, receiveName } from "./receive";
import { responseOf, routeOf, serve } from "./serve";

const basePath = "/v4";
/** Where beta operations are (section 9). */
const betaPath = "/v4beta";
const controlPath = "/_emulator";

/** Every operation as it is served, the same for every emulator. */
const routes = allOperations.map(routeOf);

/** The whole service as one application, its routes made from the contract. */
export function appOf(state: State): Hono {
  // A path with a slash at its end, or with one doubled, means the same.
  const app = new Hono({
    getPath: (request: Request) => getPathNoStrict(request).replace(/\/{2,}/g, "/"),
  });
  const callables = new Map<string, readonly Served[]>();
  for (const route of routes) {
    for (const callable of callablesOf(route.named, state.brand)) {
      const { method, isElsewhere } = callable;
      const pattern = patternOf(callable.path);
      callables.set(pattern, [...(callables.get(pattern) ?? []), callable]);
      app.on(method, pattern, (c) => {
        if (isElsewhere && state.settings.betaAddress === "betaOnly") return notFound(state, all, c.req.raw);
        // A HEAD would be taken for a GET.
        return c.req.raw.method === method
          ? serve(state, route, c.req.raw, c.req.param())
          : notAllowed(state, callables.get(pattern) ?? []);
      });
    }
  }
  for (const [pattern, own] of callables) {
    app.all(pattern, (c) =>
      own.every(({ isElsewhere }) => isElsewhere) && state.settings.betaAddress === "betaOnly"
        ? notFound(state, all, c.req.raw)
        : notAllowed(state, own),
    );
  }
  app.put(`${uploadPath}/:token`, (c) => receive(state, c.req.raw, c.req.param("token")));
  app.all(`${uploadPath}/:token`, () =>
    notAllowed(state, [{ name: receiveName, method: "PUT", path: `${uploadPath}/{token}` }]),
  );
  const control = controlRoutes(state);
  app.route(controlPath, control);
  const all: readonly Callable[] = [
    ...[...callables.values()].flat().filter(({ isElsewhere }) => !isElsewhere),
    ...control.routes.map(({ method, path }) => ({ method, path: controlPath + path })),
  ];
  app.notFound((c) => notFound(state, all, c.req.raw));
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** `{instanceId}` as hono writes it; an image's id has a slash in it. */
function patternOf(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "imageId" ? `:${name}{.+(?:/|%2[Ff]).+}` : `:${name}`,
  );
}

/** An operation below an address. */
interface Served extends Callable {
  /** Below `v4beta` although it is no beta operation: served there as set. */
  readonly isElsewhere: boolean;
}

function callablesOf({ name, operation }: NamedOperation, brand: Brand): Served[] {
  const [method = "", template = ""] = operation.call.split(" ");
  const path = brand.path(template);
  const below = (base: string, isElsewhere: boolean) => ({ name, method, path: base + path, isElsewhere });
  return operation.beta ? [below(betaPath, false)] : [below(basePath, false), below(betaPath, true)];
}

function notAllowed(state: State, callables: readonly Callable[]): Response {
  const reason = `Method Not Allowed. Here there is ${callables.map(describe).join(", ")}.`;
  const refusal = new Refusal("method", [{ reason }]);
  const headers = new Headers({ Allow: callables.map(({ method }) => method).join(", ") });
  return responseOf(errorAnswer(refusal, state.brand, state.settings), headers);
}

function notFound(state: State, callables: readonly Callable[], request: Request): Response {
  const url = new URL(request.url);
  state.journal.begin({
    time: new Date(state.now()).toISOString(),
    method: request.method,
    // What looks like an upload's address may be one, mistyped.
    path: url.pathname.startsWith(uploadPath) ? `${uploadPath}/${redacted}` : url.pathname + url.search,
    operation: null,
    status: 404,
    token: null,
    body: null,
    faults: [],
    carriedOut: false,
  });
  const reason = `Not found. The nearest there is: ${nearest(callables, state.brand, request.method, url.pathname)}.`;
  const refusal = new Refusal("notFound", [{ reason }]);
  return responseOf(errorAnswer(refusal, state.brand, state.settings));
}
