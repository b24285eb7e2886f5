import { type Context, Hono } from "hono";
import { z } from "zod";
import { nextTurn } from "../../clock";
import { advanceInSlices } from "../advance-clock";
import { eventStream } from "../console/event-stream";
import { formSchemas } from "../console/forms";
import { exportWorld } from "../create-control";
import { parsed } from "../parsed";
import { type ErrorDetail, ServiceError } from "../service-error";
import { settings } from "../settings";
import { seedNames } from "../well-known";
import { readControlBody, readWorldBody } from "./body";
import { requireControlToken } from "./control-token";
import type { EmulatorEnv } from "./emulator-env";
import { openApiDocument } from "./openapi-document";

const advanceBody = z.strictObject({ milliseconds: z.number().min(0) });
const freezeBody = z.strictObject({ frozen: z.boolean().default(true) });
const speedBody = z.strictObject({ speed: z.number().gt(0) });
const loginBody = z.strictObject({
  client_id: z.string(),
  client_secret: z.string().exactOptional(),
  username: z.string().default(seedNames.unrestrictedUser),
  scopes: z.array(z.string()),
});
const numberRule = "the number in the path must be an integer of at least 1";
const wholeNumber = z.coerce.number(numberRule).int(numberRule).min(1, numberRule);

/** By then, a caller that has disconnected has been noticed, and a new one has been served. */
const turnsBetween = 3;

/**
 * Serving a large world can take seconds. Requests for whole worlds are served one after the other, and other requests in between. Requests
 * whose callers have disconnected in the meantime are not served: a reset or a save is not carried out either.
 */
function inTurn(c: Context<EmulatorEnv>, serve: () => Response): Response | Promise<Response> {
  const { queue } = c.env;
  if (queue === undefined) return serve();
  return queue.run(async () => {
    for (let turn = 0; turn < turnsBetween; turn++) await nextTurn();
    return c.req.raw.signal.aborted ? c.body(null) : serve();
  });
}

/** The control paths: `Control` over HTTP. Times and durations are in milliseconds. */
export function controlRoutes(): Hono<EmulatorEnv> {
  const routes = new Hono<EmulatorEnv>({ strict: false });
  routes.get("/health", (c) =>
    c.json({ status: "ok", brand: c.env.runtime.brand.word, time: c.env.control.clock.view().time }),
  );
  // Every path below requires it.
  routes.use(requireControlToken);
  routes.get("/openapi.json", (c) => c.json(openApiDocument(c.env.runtime.brand, c.env.runtime.settings)));
  routes.get("/world", (c) => inTurn(c, () => c.json(exportWorld(c.env.runtime))));
  routes.post("/load", async (c) => {
    // Not queued: worlds that wait would fill the memory.
    c.env.control.load(await readWorldBody(c.req.raw, c.env.runtime));
    return c.json({});
  });
  routes.post("/reset", (c) =>
    inTurn(c, () => {
      c.env.control.reset();
      return c.json({});
    }),
  );
  routes.get("/clock", (c) => c.json(c.env.control.clock.view()));
  routes.post("/clock/advance", async (c) => {
    await advanceInSlices(
      c.env.runtime,
      parsed(advanceBody, await readControlBody(c.req.raw, c.env.runtime)).milliseconds,
    );
    return c.json(c.env.control.clock.view());
  });
  routes.post("/clock/freeze", async (c) => {
    c.env.control.clock.freeze(parsed(freezeBody, await readControlBody(c.req.raw, c.env.runtime)).frozen);
    return c.json(c.env.control.clock.view());
  });
  routes.post("/clock/speed", async (c) => {
    c.env.control.clock.setSpeed(parsed(speedBody, await readControlBody(c.req.raw, c.env.runtime)).speed);
    return c.json(c.env.control.clock.view());
  });
  routes.get("/settings", (c) => c.json({ settings: c.env.control.settings(), table: settings }));
  routes.patch("/settings", async (c) => {
    return c.json({ settings: c.env.control.settings(await readControlBody(c.req.raw, c.env.runtime)) });
  });
  routes.get("/faults", (c) => c.json({ faults: c.env.control.faults.list() }));
  routes.post("/faults", async (c) =>
    c.json({ id: c.env.runtime.faults.addUnknown(await readControlBody(c.req.raw, c.env.runtime)) }),
  );
  routes.delete("/faults", (c) => {
    c.env.control.faults.clear();
    return c.json({});
  });
  routes.delete("/faults/:id", (c) => {
    c.env.control.faults.clear(parsed(wholeNumber, c.req.param("id")));
    return c.json({});
  });
  routes.get("/events", (c) =>
    // Hono routes HEAD requests to GET handlers, and drops the stream without ending it.
    c.req.method === "HEAD"
      ? c.body(null, 405, { Allow: "GET" })
      : eventStream(c.env.runtime, new URL(c.req.url).origin),
  );
  routes.get("/forms", (c) => c.json(formSchemas()));
  routes.post("/clock/step", (c) => {
    const changed = c.env.control.clock.step();
    return c.json({ ...c.env.control.clock.view(), changed });
  });
  routes.get("/requests", (c) => inTurn(c, () => c.json({ requests: c.env.control.requests() })));
  routes.get("/requests/:number", (c) =>
    c.json(c.env.control.request(parsed(wholeNumber, c.req.param("number")))),
  );
  routes.get("/requests/:number/world", (c) =>
    inTurn(c, () => c.json(c.env.control.worldBefore(parsed(wholeNumber, c.req.param("number"))))),
  );
  routes.delete("/requests", (c) => {
    c.env.control.forgetRequests();
    return c.json({});
  });
  routes.get("/snapshots", (c) => c.json({ snapshots: c.env.control.snapshots.list() }));
  routes.get("/snapshots/:name", (c) =>
    inTurn(c, () => c.json(c.env.runtime.snapshots.load(c.req.param("name")))),
  );
  routes.put("/snapshots/:name", (c) =>
    inTurn(c, () => {
      c.env.control.snapshots.save(c.req.param("name"));
      return c.json({});
    }),
  );
  routes.post("/snapshots/:name/load", (c) =>
    inTurn(c, () => {
      c.env.control.snapshots.load(c.req.param("name"));
      return c.json({});
    }),
  );
  routes.delete("/snapshots/:name", (c) => {
    c.env.control.snapshots.delete(c.req.param("name"));
    return c.json({});
  });
  routes.post("/external-change", async (c) => {
    c.env.control.externalChange(await readControlBody(c.req.raw, c.env.runtime));
    return c.json({});
  });
  routes.post("/oauth", async (c) => {
    const { client_id, client_secret, username, scopes } = parsed(
      loginBody,
      await readControlBody(c.req.raw, c.env.runtime),
    );
    const request = { clientId: client_id, secret: client_secret, username, scopes };
    return c.json({ access_token: c.env.control.oauth.logIn(request), token_type: "bearer" });
  });
  routes.onError((error, c) => c.json({ errors: detailsOf(error) }, statusOf(error)));
  return routes;
}

const statuses = { notFound: 404, token: 401, tooLarge: 413, storage: 503 } as const;

type Status = 400 | (typeof statuses)[keyof typeof statuses];

function statusOf(error: Error): Status {
  if (!(error instanceof ServiceError)) return 400;
  return new Map<string, Status>(Object.entries(statuses)).get(error.kind) ?? 400;
}

function detailsOf(error: Error): readonly ErrorDetail[] {
  return error instanceof ServiceError ? error.details : [{ reason: error.message }];
}
