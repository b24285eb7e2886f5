import {
  getBackups,
  getEvents,
  getImages,
  getInstances,
  getOAuthClients,
  getPaymentMethods,
  getRegions,
  type LookupOptions,
} from "../../src";
import type { JsonValue } from "../../src/emulator/types.generated";
import { startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

const listOf = (item: JsonValue) => ({ data: [item], page: 1, pages: 1, results: 1 });

/** The paths of members that are undefined. */
function undefinedIn(value: unknown, path = "result"): string[] {
  if (value === undefined) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => undefinedIn(member, `${path}.${name}`));
}

it.each<[string, JsonValue, (options: LookupOptions) => Promise<unknown>]>([
  [
    "backups.list",
    { automatic: [{ id: 1, disks: [{}] }] },
    (options) => getBackups({ instanceId: 1 }, options),
  ],
  ["events.list", listOf({ id: 1, entity: { id: 2 } }), (options) => getEvents({}, options)],
  ["images.list", listOf({ id: "private/1" }), (options) => getImages({}, options)],
  ["instances.list", listOf({ id: 1 }), (options) => getInstances({}, options)],
  ["oauthClients.list", listOf({ id: "1" }), (options) => getOAuthClients({}, options)],
  ["paymentMethods.list", listOf({ id: 1 }), (options) => getPaymentMethods({}, options)],
  ["regions.list", listOf({ id: "us-east" }), (options) => getRegions({}, options)],
])("a lookup that calls %s has empty values instead of missing fields", async (operation, body, lookup) => {
  const { options, emulator } = await startServiceWithToken();
  emulator.control.faults.add({ operation, effect: { status: 200, body } });
  const result = await lookup(options);
  expect(JSON.stringify(result)).toContain('"id":');
  expect(undefinedIn(result)).toEqual([]);
});

it("an event without marks is neither read nor seen", async () => {
  const { options, emulator } = await startServiceWithToken();
  const body = listOf({ id: 1 });
  emulator.control.faults.add({ operation: "events.list", effect: { status: 200, body } });
  expect(await getEvents({}, options)).toMatchObject([{ id: 1, read: false, seen: false }]);
});
