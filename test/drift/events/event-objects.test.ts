import { VirtualClock } from "../../../src/clock";
import { objectsOfEvent } from "../../../src/drift/events/event-objects";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";

const entity = (type: string, id: number | string, url = "") => ({ id, label: "any", type, url });
const objectsOf = (one: ReturnType<typeof entity> | null, brand = "node") =>
  objectsOfEvent({ entity: one, secondary_entity: null }, brand);

it.each([
  ["an instance", entity("node", 5, "/v4/node/instances/5"), ["BackupSchedule 5", "Instance 5"]],
  [
    "a part of an instance",
    entity("disk", 9, "/v4/node/instances/5/disks/9"),
    ["BackupSchedule 5", "Instance 5"],
  ],
  ["an image", entity("image", "private/7", "/v4/images/private/7"), ["Image private/7"]],
  ["an image with a part of its id", entity("image", 7, "/v4/images/private/7"), ["Image private/7"]],
  [
    "an OAuth client",
    entity("oauth_client", "0a1b", "https://host/v4/account/oauth-clients/0a1b"),
    ["OAuthClient 0a1b"],
  ],
  ["a payment method", entity("payment_method", 3, "/v4/account/payment-methods/3"), ["PaymentMethod 3"]],
  ["an instance without an address", entity("node", 5), ["BackupSchedule 5", "Instance 5"]],
  ["an image without an address", entity("image", "private/7"), ["Image private/7"]],
  ["an image without an address and with a part of its id", entity("image", 7), []],
  ["an instance with another id", entity("node", "5x"), []],
  ["something else", entity("something", 5, "/v4/somethings/5"), []],
  ["an address that only contains the path", entity("something", 5, "/v4/my-images/a/b"), []],
])("reads what an event names: %s", (_, one, expected) => {
  expect(objectsOf(one).map(({ type, id }) => `${type} ${id}`)).toEqual(expected);
});

it("reads the operator's word, and no other, for instances", () => {
  const [named] = objectsOf(entity("acme", 5, "/v4/acme/instances/5"), "acme");
  expect(named).toEqual({ type: "BackupSchedule", id: "5" });
  expect(objectsOf(entity("node", 5, "/v4/node/instances/5"), "acme")).toEqual([]);
});

it("reads both entities, and none if there is none", () => {
  const event = { entity: entity("node", 1), secondary_entity: entity("image", "private/2") };
  expect(objectsOfEvent(event, "node").map(({ id }) => id)).toEqual(["1", "1", "private/2"]);
  expect(objectsOf(null)).toEqual([]);
});

it("names the objects of the emulator's events", async () => {
  const emulator = createEmulator({ clock: new VirtualClock(), settings: { listLagSeconds: 0 } });
  const headers = { authorization: `Bearer ${wellKnownTokens.full}` };
  const call = async (path: string, body?: object) => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await emulator.fetch(new Request(`http://service/v4${path}`, { headers, ...init }));
    return JSON.parse(await response.text());
  };
  const { id } = await call("/node/instances", { region: "us-east", type: "g1-nano-1" });
  const client = await call("/account/oauth-clients", { label: "app", redirect_uri: "https://a.example/" });
  const { data } = await call("/account/events");
  const named = new Set(
    data
      .flatMap((event: Parameters<typeof objectsOfEvent>[0]) => objectsOfEvent(event, "node"))
      .map((one: { type: string; id: string }) => `${one.type} ${one.id}`),
  );
  expect([...named]).toEqual(expect.arrayContaining([`Instance ${id}`, `OAuthClient ${client.id}`]));
});
