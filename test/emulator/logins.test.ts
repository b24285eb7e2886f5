import { seedNames, wellKnownTokens } from "../../src/emulator";
import { newOAuthClient, startService } from "./service";

const path = "/account/logins";

test("lists all users' successful logins, newest first", async () => {
  const service = startService();
  service.control.externalChange({ kind: "login", username: seedNames.unrestrictedUser });
  await service.advanceSeconds(60);
  service.control.externalChange({ kind: "login", username: seedNames.restrictedUser, ip: "2001:db8::7" });
  const { body } = await service.get(path);
  expect(body.data).toMatchObject([
    { id: 2, username: "limited", restricted: true, ip: "2001:db8::7" },
    { id: 1, username: "admin", restricted: false, ip: "203.0.113.7" },
  ]);
  expect((await service.get(`${path}/2`)).body).toEqual(body.data[0]);
});

test("lists a login through an OAuth client", async () => {
  const { control, get, post } = startService({ settings: { createdSecret: "plain" } });
  const { id, secret } = (await post("/account/oauth-clients", newOAuthClient)).body;
  control.oauth.logIn({ clientId: id, secret, username: "admin", scopes: ["account:read_only"] });
  expect((await get(path)).body).toMatchObject({ results: 1, data: [{ username: "admin" }] });
});

test("lists neither a failed login nor the use of a token", async () => {
  const { control, get, post } = startService();
  const { id } = (await post("/account/oauth-clients", newOAuthClient)).body;
  const scopes = ["account:read_only"];
  expect(() => control.oauth.logIn({ clientId: id, secret: "wrong", username: "admin", scopes })).toThrow();
  expect((await get(path)).body.results).toBe(0);
});

test("lists logins for 90 days", async () => {
  const service = startService();
  service.control.externalChange({ kind: "login", username: "admin" });
  await service.advanceSeconds(90 * 24 * 60 * 60);
  expect((await service.get(`${path}/1`)).status).toBe(200);
  expect((await service.get(path)).body.results).toBe(1);
  await service.advanceSeconds(1);
  expect((await service.get(`${path}/1`)).status).toBe(404);
  expect((await service.get(path)).body.results).toBe(0);
  service.control.externalChange({ kind: "login", username: "admin" });
  expect(service.control.world().logins).toMatchObject([{ id: 2 }]);
});

test("returns logins only to unrestricted users, whatever the grants", async () => {
  const { control, get } = startService();
  control.externalChange({ kind: "login", username: "limited" });
  control.externalChange({ kind: "user_change", username: "limited", patch: { account: "read_write" } });
  const token = wellKnownTokens.restricted;
  expect((await get(path, { token })).status).toBe(403);
  expect((await get(`${path}/1`, { token })).status).toBe(403);
  control.externalChange({ kind: "user_change", username: "limited", patch: { restricted: false } });
  expect((await get(`${path}/1`, { token })).body.restricted).toBe(true);
});

test("returns the requested page, or the whole list if configured", async () => {
  const { control, get } = startService();
  for (let index = 0; index < 101; index++) control.externalChange({ kind: "login", username: "admin" });
  expect((await get(`${path}?page=2`)).body).toMatchObject({ page: 2, pages: 2, data: [{ id: 1 }] });
  control.settings({ plainLists: "whole" });
  expect((await get(`${path}?page=2`)).body).toMatchObject({ page: 1, pages: 1, results: 101 });
});

test("rejects a login of an unknown user or from an invalid address", () => {
  const { control } = startService();
  expect(() => control.externalChange({ kind: "login", username: "nobody" })).toThrow(/Not found/);
  expect(() => control.externalChange({ kind: "login", username: "admin", ip: "nowhere" })).toThrow(/ip/);
});
