import * as pulumi from "@pulumi/pulumi";
import { getEvents, getEventsOutput } from "../../src";
import { settled, startFilledService, stopServices } from "./service";

afterAll(stopServices);

const actions = (events: readonly { readonly action: string }[]) => events.map(({ action }) => action);

/** Two instances an hour apart, the second of which is renamed. */
async function startEventful(brand = "node") {
  const { client, ...service } = await startFilledService({ brand });
  const empty = { region: "us-east", type: "g1-nano-1" };
  const first = await client.instances.create({ ...empty, label: "first" });
  service.emulator.control.clock.advance(60 * 60 * 1000);
  const second = await client.instances.create({ ...empty, label: "second" });
  await client.instances.update({ instanceId: second.id, label: "renamed" });
  return { ...service, first, second };
}

describe("getEvents", () => {
  it("lists the newest first, each whole", async () => {
    const { options, second } = await startEventful();
    const events = await getEvents({ entityId: second.id }, options);
    expect(actions(events)).toEqual(["node_update", "node_create"]);
    expect(events[0]).toMatchObject({
      entity: { id: second.id, label: "renamed" },
      secondaryEntity: null,
      percentComplete: events[0]?.percentComplete,
      read: false,
      seen: false,
      username: "admin",
    });
    const all = await getEvents({}, options);
    expect([...all].sort((one, other) => other.id - one.id)).toEqual(all);
  });

  it("meets every condition, and stops at the limit", async () => {
    const { options, first, second } = await startEventful();
    const created = await getEvents({ action: "node_create" }, options);
    expect(created.map(({ entity }) => entity?.id)).toEqual([second.id, first.id]);
    const { type } = created[0]?.entity ?? {};
    expect(await getEvents({ action: "node_create", limit: 1 }, options)).toEqual([created[0]]);
    expect(await getEvents({ entityType: type ?? "", entityId: String(first.id) }, options)).toHaveLength(1);
    expect(await getEvents({ entityType: "nothing" }, options)).toEqual([]);
    expect(await getEvents({ status: "failed" }, options)).toEqual([]);
  });

  it("reads dates in UTC where they name no zone, and takes what was logged at that very second", async () => {
    const { options, second } = await startEventful();
    const [event] = await getEvents({ action: "node_create", limit: 1 }, options);
    const moment = event?.created ?? "";
    const zoned = new Date(`${moment}Z`);
    const berlin = `${new Date(zoned.getTime() + 2 * 60 * 60 * 1000).toISOString().slice(0, 19)}+02:00`;
    for (const since of [moment, `${moment}Z`, zoned, berlin]) {
      const found = await getEvents({ action: "node_create", since }, options);
      expect(found.map(({ entity }) => entity?.id)).toEqual([second.id]);
    }
    expect(await getEvents({ since: new Date(zoned.getTime() + 3_600_000) }, options)).toEqual([]);
  });

  it("names actions as the interface does, whatever the brand", async () => {
    const { options } = await startEventful("acme");
    expect(await getEvents({ action: "node_create" }, options)).toHaveLength(2);
  });

  it("refuses what is no date or no number of events, before anything is sent", async () => {
    const { options, emulator } = await startFilledService();
    await expect(getEvents({ since: "yesterday" }, options)).rejects.toThrow(/since is no date: yesterday/);
    await expect(getEvents({ since: new Date("x") }, options)).rejects.toThrow(/since is no date/);
    for (const limit of [0, -1, 1.5, Number.NaN])
      await expect(getEvents({ limit }, options)).rejects.toThrow(/limit is .*whole number from 1/);
    expect(emulator.control.requests()).toEqual([]);
  });
});

it("takes outputs, and a date as it is", async () => {
  const { options, second } = await startEventful();
  const since = new Date(0);
  const found = getEventsOutput({ entityId: pulumi.output(second.id), since, limit: 1 }, options);
  expect(actions(await settled(found))).toEqual(["node_update"]);
  const future = new Date("2999-01-01T00:00:00Z");
  expect(await settled(getEventsOutput({ since: future }, options))).toEqual([]);
  expect(await settled(getEventsOutput({ since: pulumi.output("2999-01-01T00:00:00") }, options))).toEqual(
    [],
  );
});
