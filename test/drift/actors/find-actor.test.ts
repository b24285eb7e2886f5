import type { Event } from "../../../src/client";
import { EventIndex } from "../../../src/drift/actors/event-index";
import { type ActorQuery, findActor } from "../../../src/drift/actors/find-actor";
import { findingOf, objectFinding } from "../report-builder";

const instance = (id: number) => {
  return { id, label: "web", type: "node", url: `/v4/node/instances/${id}` };
};

function eventOf(parts: Partial<Event> = {}): Event {
  return {
    ...{ id: 1, action: "node_update", created: "2026-11-22T09:00:00", status: "notification" },
    ...{ entity: instance(123), secondary_entity: null, username: "alice", message: null },
    ...{ duration: null, percent_complete: null, rate: null, time_remaining: null, read: false, seen: false },
    ...parts,
  };
}

function actorIn(events: readonly Event[], query: Partial<ActorQuery> = {}) {
  const index = new EventIndex("node");
  index.add(events);
  return findActor({ finding: findingOf(), start: undefined, created: undefined, ...query }, index);
}

const at = (minute: number) => `2026-11-22T09:${String(minute).padStart(2, "0")}:00`;

it("names the user, the time as it is written, and the action", () => {
  expect(actorIn([eventOf()])).toEqual({ user: "alice", time: "2026-11-22T09:00:00", action: "node_update" });
  expect(actorIn([])).toBeUndefined();
});

describe("an event of a later version of the service", () => {
  /** The event without some of its fields. */
  const without = (event: Event, ...names: readonly (keyof Event)[]): Event => {
    const rest = { ...event };
    for (const name of names) Reflect.deleteProperty(rest, name);
    return rest;
  };

  it("names nobody if it has no user, and counts only if it has a time", () => {
    expect(actorIn([without(eventOf(), "username")])?.user).toBeNull();
    expect(actorIn([without(eventOf(), "created")])).toBeUndefined();
  });

  it("names no object if it has no entities", () => {
    const index = new EventIndex("node");
    index.add([without(eventOf(), "entity", "secondary_entity")]);
    expect(index.unnamed).toHaveLength(1);
  });

  it("is about the source of a clone if it has no second entity", () => {
    const index = new EventIndex("node");
    index.add([without(eventOf({ action: "node_clone" }), "secondary_entity")]);
    expect(index.about("Instance", "123")).toHaveLength(1);
  });
});

describe("the newest event", () => {
  const [first, second, third] = [1, 2, 3].map((minute) => eventOf({ id: minute, created: at(minute) }));

  it("is the one with the latest time, whatever its position", () => {
    const events = [second, third, first].flatMap((event) => event ?? []);
    expect(actorIn(events)?.time).toBe(at(3));
    expect(actorIn([...events].reverse())?.time).toBe(at(3));
  });

  it("of two with the same time is the one with the higher id", () => {
    const [one, other] = [eventOf({ id: 5, username: "alice" }), eventOf({ id: 6, username: "bob" })];
    expect(actorIn([one, other])?.user).toBe("bob");
    expect(actorIn([other, one])?.user).toBe("bob");
  });

  it("may have a time zone", () => {
    const later = eventOf({ created: "2026-11-22T10:30:00+01:00", username: "bob" });
    expect(actorIn([eventOf({ created: at(29) }), later])?.user).toBe("bob");
    expect(actorIn([eventOf({ created: at(31) }), later])?.user).toBe("alice");
  });

  it("is one with a readable time, if there is one", () => {
    const odd = eventOf({ id: 9, created: "yesterday", username: "bob" });
    expect(actorIn([odd, eventOf()])?.user).toBe("alice");
  });
});

describe("an event is not the cause", () => {
  it.each<[string, Partial<Event>]>([
    ["of another object", { entity: instance(124) }],
    ["that names no object", { entity: null }],
    [
      "of another kind of object",
      { entity: { id: 123, label: "x", type: "image", url: "/v4/images/private/123" } },
    ],
    ["of another action", { action: "node_boot" }],
    ["of an action that nobody knows yet", { action: "node_paint" }],
    ["of its own creation", { action: "node_create" }],
    ["that failed", { status: "failed" }],
    ["that has not begun yet", { status: "scheduled" }],
  ])("%s", (_, parts) => {
    expect(actorIn([eventOf(parts)])).toBeUndefined();
  });

  it("that is too early to have caused its finding", () => {
    const start = Date.parse(`${at(5)}Z`);
    expect(actorIn([eventOf({ created: at(4) })], { start })).toBeUndefined();
    expect(actorIn([eventOf({ created: at(5) })], { start })?.time).toBe(at(5));
    expect(actorIn([eventOf({ created: "never" })], { start })).toBeUndefined();
  });

  it("if the log no longer names its object", () => {
    const deleted = objectFinding({ kind: "deleted" });
    const event = eventOf({ action: "node_delete", entity: null });
    expect(actorIn([event], { finding: deleted })).toBeUndefined();
    expect(actorIn([{ ...event, entity: instance(123) }], { finding: deleted })?.action).toBe("node_delete");
  });
});

describe("the actions that can cause a finding", () => {
  it.each([
    ["changed", "label", ["node_update"]],
    [
      "changed",
      "status",
      [
        "node_shutdown",
        "node_reboot",
        "host_reboot",
        "node_resize",
        "node_rebuild",
        "node_migrate",
        "node_update",
      ],
    ],
    ["changed", "type", ["node_resize", "node_update"]],
    ["changed", "image", ["node_rebuild", "node_update"]],
    ["changed", "region", ["node_migrate", "node_update"]],
    ["changed", "backupsEnabled", ["backups_cancel", "backups_enable", "node_update"]],
    ["informational", "ipv4", ["node_addip", "node_deleteip", "node_update"]],
    ["informational", "updated", ["node_update", "node_resize", "backups_enable", "node_shutdown"]],
    ["deleted", null, ["node_delete"]],
    ["unmanaged", null, ["node_create", "node_clone"]],
    ["notOurs", "created", ["node_create", "node_clone", "node_delete"]],
    ["unfinished", null, []],
    ["inMotion", null, []],
  ] as const)("%s %s", (kind, field, causes) => {
    const finding = findingOf({ kind, field });
    const known = [
      ...["node_update", "node_shutdown", "node_reboot", "host_reboot", "node_resize", "node_rebuild"],
      ...["node_migrate", "backups_enable", "backups_cancel", "node_addip", "node_deleteip"],
      ...["node_create", "node_clone", "node_delete"],
    ];
    const named = known.filter((action) => actorIn([eventOf({ action })], { finding }) !== undefined);
    if (field === "updated") expect(named).toEqual(expect.arrayContaining([...causes]));
    else expect([...named].sort()).toEqual([...causes].sort());
  });
});

it("the event of a clone names the creator of the clone, not of its source", () => {
  const event = eventOf({ action: "node_clone", entity: instance(123), secondary_entity: instance(200) });
  const unmanaged = (id: string) => ({ finding: objectFinding({ kind: "unmanaged", id, stack: null }) });
  expect(actorIn([event], unmanaged("200"))?.action).toBe("node_clone");
  expect(actorIn([event], unmanaged("123"))).toBeUndefined();
});

describe("the event of an added payment method, which names no object", () => {
  const finding = objectFinding({ kind: "unmanaged", type: "PaymentMethod", id: "7", stack: null });
  const added = eventOf({ action: "payment_method_add", entity: null, created: "2026-11-22T09:00:05" });
  const created = "2026-11-22T09:00:00";

  it("is the only one at its creation time", () => {
    expect(actorIn([added], { finding, created })?.user).toBe("alice");
    expect(actorIn([{ ...added, created: "2026-11-22T09:00:06" }], { finding, created })).toBeUndefined();
    expect(actorIn([added, { ...added, id: 2 }], { finding, created })).toBeUndefined();
    expect(actorIn([added], { finding })).toBeUndefined();
  });

  it("names nobody for anything else", () => {
    expect(actorIn([added], { finding: { ...finding, kind: "deleted" }, created })).toBeUndefined();
    expect(actorIn([added], { finding: { ...finding, type: "OAuthClient" }, created })).toBeUndefined();
    expect(actorIn([{ ...added, action: "payment_submitted" }], { finding, created })).toBeUndefined();
  });
});
