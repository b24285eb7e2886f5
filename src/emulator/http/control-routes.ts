import { Hono } from "hono";
import { z } from "zod";
import { controlOf } from "../control";
import { passInSlices } from "../passing";
import { type Fault, Refusal, refusalOf } from "../refusal";
import { settings } from "../settings";
import type { State } from "../state";
import { seedNames } from "../well-known";
import { controlBodyOf, maxWorld } from "./body";
import { servedDocument } from "./document";

const clockMove = z.strictObject({ milliseconds: z.number().min(0) });
const clockFreeze = z.strictObject({ frozen: z.boolean().default(true) });
const clockSpeed = z.strictObject({ speed: z.number().gt(0) });
const login = z.strictObject({
  client_id: z.string(),
  client_secret: z.string().exactOptional(),
  username: z.string().default(seedNames.unrestrictedUser),
  scopes: z.array(z.string()),
});
const faultId = z.coerce.number().int().min(1);

/** The control plane: the same as `Control`, over HTTP. Moments and lengths are in milliseconds. */
export function controlRoutes(state: State): Hono {
  const control = controlOf(state);
  const routes = new Hono({ strict: false });
  routes.get("/health", (c) =>
    c.json({ status: "ok", brand: state.brand.word, time: control.clock.view().time }),
  );
  routes.get("/openapi.json", (c) => c.json(servedDocument(state.brand, state.settings)));
  routes.get("/world", (c) => c.json(control.world()));
  routes.post("/load", async (c) => {
    control.load(await controlBodyOf(c.req.raw, maxWorld));
    return c.json({});
  });
  routes.post("/reset", (c) => {
    control.reset();
    return c.json({});
  });
  routes.get("/clock", (c) => c.json(control.clock.view()));
  routes.post("/clock/advance", async (c) => {
    await passInSlices(state, clockMove.parse(await controlBodyOf(c.req.raw)).milliseconds);
    return c.json(control.clock.view());
  });
  routes.post("/clock/freeze", async (c) => {
    control.clock.freeze(clockFreeze.parse(await controlBodyOf(c.req.raw)).frozen);
    return c.json(control.clock.view());
  });
  routes.post("/clock/speed", async (c) => {
    control.clock.setSpeed(clockSpeed.parse(await controlBodyOf(c.req.raw)).speed);
    return c.json(control.clock.view());
  });
  routes.get("/settings", (c) => c.json({ settings: control.settings(), table: settings }));
  routes.patch("/settings", async (c) => {
    return c.json({ settings: control.settings(await controlBodyOf(c.req.raw)) });
  });
  routes.get("/faults", (c) => c.json({ faults: control.faults.list() }));
  routes.post("/faults", async (c) =>
    c.json({ id: state.faults.addUnknown(await controlBodyOf(c.req.raw)) }),
  );
  routes.delete("/faults", (c) => {
    control.faults.clear();
    return c.json({});
  });
  routes.delete("/faults/:id", (c) => {
    control.faults.clear(faultId.parse(c.req.param("id")));
    return c.json({});
  });
  routes.get("/requests", (c) => c.json({ requests: control.requests() }));
  routes.delete("/requests", (c) => {
    control.forgetRequests();
    return c.json({});
  });
  routes.get("/snapshots", (c) => c.json({ snapshots: control.snapshots.list() }));
  routes.put("/snapshots/:name", (c) => {
    control.snapshots.save(c.req.param("name"));
    return c.json({});
  });
  routes.post("/snapshots/:name/load", (c) => {
    control.snapshots.load(c.req.param("name"));
    return c.json({});
  });
  routes.delete("/snapshots/:name", (c) => {
    control.snapshots.delete(c.req.param("name"));
    return c.json({});
  });
  routes.post("/external-change", async (c) => {
    control.externalChange(await controlBodyOf(c.req.raw));
    return c.json({});
  });
  routes.post("/oauth", async (c) => {
    const { client_id, client_secret, username, scopes } = login.parse(await controlBodyOf(c.req.raw));
    const request = { clientId: client_id, secret: client_secret, username, scopes };
    return c.json({ access_token: control.oauth.logIn(request), token_type: "bearer" });
  });
  routes.onError((error, c) => c.json({ errors: faultsOf(error) }, statusOf(error)));
  return routes;
}

const statuses = { notFound: 404, token: 401, tooLarge: 413, unkept: 503 } as const;

type Status = 400 | (typeof statuses)[keyof typeof statuses];

function statusOf(error: Error): Status {
  if (!(error instanceof Refusal)) return 400;
  return new Map<string, Status>(Object.entries(statuses)).get(error.kind) ?? 400;
}

function faultsOf(error: Error): readonly Fault[] {
  if (error instanceof Refusal) return error.faults;
  return error instanceof z.ZodError ? refusalOf(error).faults : [{ reason: error.message }];
}
