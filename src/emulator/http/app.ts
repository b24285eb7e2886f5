import { Hono } from "hono";
import { allOperations, redacted } from "../../contract";
import { uploadPath } from "../operations/images";
import { Refusal } from "../refusal";
import type { State } from "../state";
import { controlRoutes } from "./control-routes";
import { errorAnswer } from "./error-answer";
import { nearestOperation } from "./nearest";
import { receive } from "./receive";
import { responseOf, routeOf, serve } from "./serve";

export const basePath = "/v4";
/** Where beta operations are (section 9). */
export const betaPath = "/v4beta";
export const controlPath = "/_emulator";

/** The whole service as one application, its routes made from the contract. */
export function appOf(state: State): Hono {
  // A path with a slash at its end means the same.
  const app = new Hono({ strict: false });
  const paths = new Map<string, string[]>();
  for (const named of allOperations) {
    const route = routeOf(named);
    const [method = "", template = ""] = named.operation.call.split(" ");
    const path = (named.operation.beta ? betaPath : basePath) + patternOf(state.brand.path(template));
    paths.set(path, [...(paths.get(path) ?? []), method]);
    app.on(method, path, (c) =>
      // A HEAD would be taken for a GET.
      c.req.raw.method === method
        ? serve(state, route, c.req.raw, c.req.param())
        : notAllowed(state, paths.get(path) ?? []),
    );
  }
  for (const [path, methods] of paths) app.all(path, () => notAllowed(state, methods));
  app.put(`${uploadPath}/:token`, (c) => receive(state, c.req.raw, c.req.param("token")));
  app.all(`${uploadPath}/:token`, () => notAllowed(state, ["PUT"]));
  app.route(controlPath, controlRoutes(state));
  app.notFound((c) => notFound(state, c.req.raw));
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** `{instanceId}` as hono writes it; an image's id has a slash in it. */
function patternOf(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "imageId" ? `:${name}{.+}` : `:${name}`,
  );
}

function notAllowed(state: State, methods: readonly string[]): Response {
  const refusal = new Refusal("method", [{ reason: "Method Not Allowed" }]);
  const headers = new Headers({ Allow: methods.join(", ") });
  return responseOf(errorAnswer(refusal, state.brand, state.settings), headers);
}

function notFound(state: State, request: Request): Response {
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
  const refusal = new Refusal("notFound", [{ reason: "Not found" }]);
  const headers = new Headers({
    "X-Nearest-Operation": nearestOperation(state.brand, request.method, url.pathname),
  });
  return responseOf(errorAnswer(refusal, state.brand, state.settings), headers);
}
