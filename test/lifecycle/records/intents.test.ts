import { createHash } from "node:crypto";
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../../src/clock";
import {
  hasUnfinishedIntent,
  type IntentMemory,
  intentFiles,
  LifecycleError,
  memoryIntents,
  readOrigin,
  requestsWithoutResponse,
  unfinishedElsewhere,
} from "../../../src/lifecycle";
import { existedBefore, isRecorded } from "../../../src/lifecycle/identity/created-objects";
import { type Intent, recentCreatesIn } from "../../../src/lifecycle/records/intents";

const origin = { project: "p", stack: "dev", type: "Instance", name: "web" };
const intent: Intent = {
  origin,
  address: "https://a/v4",
  nonce: "web-1234567",
  label: "web-1234567",
  before: ["3"],
  at: 5,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = new VirtualClock();
const here = "file:///here";
const stores = [
  ["on disk", (owner = here) => intentFiles(join(folder, "deep", "intents"), owner, clock)],
  ["in memory", (owner = here) => memoryIntents(owner, memory)],
] as const;
let memory: IntentMemory;
beforeEach(() => {
  memory = new Map();
});

describe.each(stores)("intents %s", (_, make) => {
  it("are found only by origin and address", async () => {
    const store = make();
    await store.save(intent);
    expect(store.find(origin, intent.address)).toEqual(intent);
    expect(store.find(origin, "https://b/v4")).toBeUndefined();
    expect(store.find({ ...origin, name: "other" }, intent.address)).toBeUndefined();
    expect(store.find({ ...origin, parent: "urn:pulumi:dev::p::my:C::c" }, intent.address)).toBeUndefined();
  });

  it("are unfinished until they are removed", async () => {
    const store = make();
    await store.save({ ...intent, id: "7" });
    expect(store.unfinished()).toMatchObject([{ id: "7" }]);
    await store.remove(origin, intent.address);
    expect(store.unfinished()).toEqual([]);
    expect(store.lastCreated(origin, intent.address)).toMatchObject({ id: "7" });
  });

  it("are found as they were saved, also with an empty list of open requests", async () => {
    const store = make();
    const marks = {
      id: "7",
      created: "2026-11-23T07:00:00",
      earlierResults: [
        { id: "6", created: "2026-11-23T06:00:00", at: 4 },
        { id: "5", at: 3 },
      ],
      isFound: true,
      isTakenOver: true,
      account: "A",
      isFailed: true,
      isUnresolved: true,
      isAccepted: true,
    };
    const saved = { ...intent, ...marks, sent: { region: "us-east" }, hidden: { swapSize: 512 }, open: [] };
    await store.save(saved);
    expect(store.find(origin, intent.address)).toEqual(saved);
  });

  it("exclude reported objects once the state is known to record the create as unresolved", async () => {
    const { address } = intent;
    const unresolved = { ...intent, isFailed: true, isUnresolved: true, reported: ["8", "9"] };
    const confirmed = { ...intent, isFailed: true, isUnresolved: true, before: ["3", "8", "9"] };
    const store = make();
    await store.save(unresolved);
    expect(make().find(origin, address)).toEqual(unresolved);
    store.completeWithSentResults();
    expect(make().find(origin, address)).toEqual(unresolved);
    store.markResultSent(origin, address, { id: "unresolved-1" });
    store.completeWithSentResults(({ id }) => id !== "unresolved-1");
    expect(make().find(origin, address)).toEqual(unresolved);
    store.completeWithSentResults(({ id }) => id === "unresolved-1");
    expect(make().find(origin, address)).toEqual(confirmed);
    await store.save(unresolved);
    store.confirmUnresolved(origin, address);
    store.confirmUnresolved({ ...origin, name: "none" }, address);
    expect(make().find(origin, address)).toEqual(confirmed);
    expect(make().find({ ...origin, name: "none" }, address)).toBeUndefined();
  });

  it("name the other resource in the stack that adopted an object last, until it no longer manages it", async () => {
    const { address } = intent;
    const object = { id: "7", created: "2026-11-23T07:00:00" };
    const next = { ...origin, name: "next" };
    const adoption = { ...intent, ...object, origin: next, isAdoption: true, at: 6 };
    const adopter = (of = origin, made = object, owner = here, at = address) =>
      make(owner).adopterOf(of, made, at)?.name;
    const store = make();
    await store.save({ ...intent, ...object });
    expect(store.adopterOf(origin, object, address)).toBeUndefined();
    await store.save(adoption);
    await store.remove(next, address);
    expect(store.adopterOf(origin, object, address)).toEqual(next);
    expect(adopter()).toBe("next");
    expect(adopter({ ...origin, name: "third" })).toBe("next");
    expect(adopter(next)).toBeUndefined();
    expect(adopter({ ...origin, type: "Image" })).toBeUndefined();
    expect(adopter({ ...origin, stack: "prod" })).toBeUndefined();
    expect(adopter({ ...origin, project: "q" })).toBeUndefined();
    expect(adopter(origin, { ...object, created: "2026-11-23T08:00:00" })).toBeUndefined();
    expect(adopter(origin, { ...object, id: "8" })).toBeUndefined();
    expect(adopter(origin, object, "file:///elsewhere")).toBeUndefined();
    expect(adopter(origin, object, here, "https://b/v4")).toBeUndefined();
    await make().endAdoption(next, "8", address);
    expect(adopter()).toBe("next");
    await make().endAdoption(next, "7", address);
    expect(adopter()).toBeUndefined();
    expect(make().lastCreated(next, address)).toMatchObject(object);
    await store.save(adoption);
    await store.save({ ...intent, ...object, at: 7 });
    expect(adopter()).toBeUndefined();
  });

  it("name an adopter whose organization is recorded later, and not one of another organization", async () => {
    const object = { id: "7" };
    const ofAcme = { ...origin, name: "next", organization: "acme" };
    await make().save({ ...intent, ...object, origin: ofAcme, isAdoption: true });
    expect(make().adopterOf(origin, object, intent.address)).toEqual(ofAcme);
    expect(make().adopterOf({ ...origin, organization: "acme" }, object, intent.address)).toEqual(ofAcme);
    expect(make().adopterOf({ ...origin, organization: "other" }, object, intent.address)).toBeUndefined();
  });

  it("name an adopter that was renamed by its new name", async () => {
    const object = { id: "7" };
    const [old, next] = ["adopter", "renamed"].map((name) => ({ ...origin, name }));
    const store = make();
    expect(store.adopterOf(origin, object, intent.address)).toBeUndefined();
    await store.save({ ...intent, ...object, origin: old!, isAdoption: true });
    await store.move(old!, next!, intent.address);
    expect(store.adopterOf(origin, object, intent.address)).toEqual(next);
    await store.save({ ...intent, id: "9", origin });
    await store.move(next!, origin, intent.address);
    expect(store.adopterOf({ ...origin, name: "third" }, object, intent.address)).toBeUndefined();
  });

  it("contain the created object and its creation time after they are removed", async () => {
    await make().save({ ...intent, id: "7", created: "then" });
    await make().remove(origin, intent.address);
    expect(make().lastCreated(origin, intent.address)).toEqual({ id: "7", created: "then", at: 5 });
    await make().save({ ...intent, id: "8" });
    expect(make().lastCreated(origin, intent.address)).toEqual({ id: "8", at: 5 });
  });

  it.each([
    [undefined, "read"],
    ["then", "then"],
  ])(
    "contain a creation time that a read has shown, unless the response had one (%s)",
    async (returned, kept) => {
      const { address } = intent;
      const result = { id: "7", ...(returned === undefined ? {} : { created: returned }) };
      const store = make();
      await store.save({ ...intent, ...result });
      store.markResultSent(origin, address, { id: "7", created: "read" });
      store.completeWithSentResults();
      expect(store.lastCreated(origin, address)).toMatchObject({ created: kept });
      await make().save({ ...intent, ...result });
      await make().remove(origin, address, "read");
      expect(make().lastCreated(origin, address)).toMatchObject({ created: kept });
    },
  );

  it("name the results of earlier creates after they are removed, even if the last create created nothing", async () => {
    const { address } = intent;
    const earlierResults = [{ id: "6", at: 4 }];
    await make().save({ ...intent, id: "7", earlierResults });
    expect(make().resultsOf(origin, address)).toEqual([...earlierResults, { id: "7", at: 5 }]);
    await make().save({ ...intent, earlierResults });
    await make().remove(origin, address);
    expect(make().resultsOf(origin, address)).toEqual(earlierResults);
    expect(make().lastCreated(origin, address)).toBeUndefined();
    expect(make().find(origin, address)).toBeUndefined();
    expect(make("file:///elsewhere").recentCreates(origin, address).labels).toEqual(new Set());
    await make().save(intent);
    await make().remove(origin, address);
    expect(make().resultsOf(origin, address)).toEqual([]);
  });

  it("no longer exist after they are removed, which may be repeated", async () => {
    const store = make();
    await store.save(intent);
    await store.remove(origin, intent.address);
    await store.remove(origin, intent.address);
    expect(store.find(origin, intent.address)).toBeUndefined();
  });

  it("are deleted at the engine's normal end if their results were sent", async () => {
    const store = make();
    await store.save({ ...intent, id: "7" });
    await store.save({ ...intent, origin: { ...origin, name: "open" } });
    store.markResultSent(origin, intent.address, { id: "7" });
    store.completeWithSentResults();
    expect(store.find(origin, intent.address)).toBeUndefined();
    expect(store.find({ ...origin, name: "open" }, intent.address)).toBeDefined();
  });

  it("stay at the engine's normal end if the state does not have their objects", async () => {
    const store = make();
    await store.save({ ...intent, id: "7" });
    await store.save({ ...intent, id: "8", origin: { ...origin, name: "saved" } });
    store.markResultSent(origin, intent.address, { id: "7" });
    store.markResultSent({ ...origin, name: "saved" }, intent.address, { id: "8" });
    store.completeWithSentResults(({ id }) => id === "8");
    expect(make().find(origin, intent.address)?.id).toBe("7");
    expect(make().find({ ...origin, name: "saved" }, intent.address)).toBeUndefined();
  });

  it("stay at the engine's normal end if a further create began after the result was sent", async () => {
    const store = make();
    await store.save({ ...intent, id: "7" });
    store.markResultSent(origin, intent.address, { id: "7" });
    const further = { ...intent, nonce: "web-7654321", label: "web-7654321", at: 9 };
    await store.save(further);
    store.completeWithSentResults();
    expect(make().find(origin, intent.address)).toEqual(further);
  });
});

describe.each(stores)("intents %s of several states", (_, make) => {
  const mine = { ...intent, id: "7" };

  it("are found only by the state that wrote them", async () => {
    await make().save(intent);
    expect(make().find(origin, intent.address)).toEqual(intent);
    expect(make("file:///elsewhere").find(origin, intent.address)).toBeUndefined();
    expect(make().find({ ...origin, organization: "acme" }, intent.address)).toBeUndefined();
  });

  it("share the ids that they created, even after they are removed", async () => {
    const elsewhere = make("file:///elsewhere");
    const idsSeen = () => elsewhere.recentCreates(origin, intent.address).objects.map(({ id }) => id);
    await make().save(intent);
    expect(idsSeen()).toEqual([]);
    await make().save(mine);
    expect(idsSeen()).toEqual(["7"]);
    await make().remove(origin, intent.address);
    expect(idsSeen()).toEqual(["7"]);
    expect(make().find(origin, intent.address)).toBeUndefined();
    expect(make().recentCreates(origin, intent.address).objects).toEqual([]);
    expect(elsewhere.recentCreates(origin, "https://b/v4").objects).toEqual([]);
    expect(elsewhere.recentCreates({ ...origin, type: "Image" }, intent.address).objects).toEqual([]);
  });
});

describe.each(stores)("intents %s of requests with unknown results", (_, make) => {
  const { address } = intent;
  const request = { nonce: "web-1234567", label: "web-1234567", before: ["3"], at: 5, sent: { type: "a" } };
  const failed = { ...intent, isFailed: true, isAccepted: true, open: [request] };

  it("keep all fields", async () => {
    await make().save(failed);
    expect(make().find(origin, address)).toEqual(failed);
    expect(make().openRequests(origin, address)).toEqual([request]);
  });

  it("stay after they are removed until they are closed, and exclude ids that the state contains", async () => {
    await make().save({ ...failed, id: "7" });
    await make().remove(origin, address);
    expect(make().find(origin, address)).toBeUndefined();
    expect(make().openRequests(origin, address)).toEqual([{ ...request, before: ["3", "7"] }]);
    await make().closeRequest(origin, address, request, "8");
    expect(make().openRequests(origin, address)).toEqual([]);
    expect(make().find(origin, address)).toBeUndefined();
  });

  it("stay when the result of another one was deleted, and exclude its id", async () => {
    const [later, other] = [
      { ...request, at: 6 },
      { ...request, nonce: "web-7654321" },
    ];
    await make().save({ ...failed, open: [request, later, other] });
    await make().closeRequest(origin, address, request, "8");
    expect(make().openRequests(origin, address)).toEqual([
      { ...later, before: ["3", "8"] },
      { ...other, before: ["3", "8"] },
    ]);
  });

  const other = { ...origin, name: "other" };

  it("move with the record of a renamed resource", async () => {
    await make().save({ ...failed, id: "7" });
    await make().remove(origin, address);
    await make().move(origin, other, address);
    expect(make().openRequests(other, address)).toEqual([{ ...request, before: ["3", "7"] }]);
    expect([make().openRequests(origin, address), make().lastCreated(origin, address)]).toEqual([
      [],
      undefined,
    ]);
    expect(make().lastCreated(other, address)).toEqual({ id: "7", at: 5 });
    expect(make().find(other, address)).toBeUndefined();
    await make().move(origin, other, address);
    expect(make().lastCreated(other, address)).toEqual({ id: "7", at: 5 });
  });

  it("contain when the create of an object was sent, under whichever name", async () => {
    const store = make();
    const timeOf = (...[type, id, at]: Parameters<typeof store.requestTimeOf>) =>
      [store, make()].map((one) => one.requestTimeOf(type, id, at));
    expect(timeOf(origin.type, "7", address)).toEqual([undefined, undefined]);
    await store.save({ ...intent, id: "7" });
    await store.remove(origin, address);
    await store.move(origin, other, address);
    expect(timeOf(origin.type, "7", address)).toEqual([5, 5]);
    await store.save({ ...intent, id: "7", at: 9 });
    expect(timeOf(origin.type, "7", address)).toEqual([9, 9]);
    // The create of a replacement has overwritten the record.
    await store.save({
      ...intent,
      at: 12,
      earlierResults: [
        { id: "7", at: 9 },
        { id: "6", at: 4 },
      ],
    });
    expect(timeOf(origin.type, "7", address)).toEqual([9, 9]);
    expect(timeOf(origin.type, "6", address)).toEqual([4, 4]);
    expect(timeOf(origin.type, "8", address)).toEqual([undefined, undefined]);
    expect(timeOf("Image", "7", address)).toEqual([undefined, undefined]);
    expect(timeOf(origin.type, "7", "https://b/v4")).toEqual([undefined, undefined]);
  });

  it.each([
    ["completed", true],
    ["open", false],
  ])("move into the record that the new name has, which is %s", async (_name, isDone) => {
    const later = { ...request, at: 6, before: [] };
    await make().save({ ...failed, id: "7" });
    await make().save({ ...intent, origin: other, id: "8", open: [later] });
    if (isDone) await make().remove(other, address);
    await make().remove(origin, address);
    await make().move(origin, other, address);
    expect(make().openRequests(other, address)).toEqual([
      { ...later, before: ["8"] },
      { ...request, before: ["3", "7", "8"] },
    ]);
    expect(make().openRequests(origin, address)).toEqual([]);
    expect(make().lastCreated(origin, address)).toEqual({ id: "7", at: 5 });
    expect(make().lastCreated(other, address)).toEqual({ id: "8", at: 5 });
    expect([make().find(origin, address), make().find(other, address)?.id]).toEqual([
      undefined,
      isDone ? undefined : "8",
    ]);
  });

  it("leave nothing at the old name if no id is on record there", async () => {
    await make().save(failed);
    await make().save({ ...intent, origin: other, id: "8", label: "other" });
    await make().remove(origin, address);
    await make().move(origin, other, address);
    expect(make().openRequests(other, address)).toEqual([{ ...request, before: ["3", "8"] }]);
    expect([...make("file:///elsewhere").recentCreates(origin, address).labels]).toEqual(["other"]);
    await make().save({ ...intent, origin: other, id: "9", open: [] });
    await make().move(origin, other, address);
    expect(make().openRequests(other, address)).toEqual([]);
  });

  it("stay at the engine's normal end", async () => {
    const store = make();
    await store.save(failed);
    store.markResultSent(origin, address, { id: "unresolved-1" });
    store.completeWithSentResults();
    expect(make().find(origin, address)).toEqual(failed);
  });
});

describe("an object with the id of a record", () => {
  const at = (created: unknown) => ({ id: "7", created });
  it.each([
    ["2026-11-23T07:00:00", "2026-11-23T07:00:02", true],
    ["2026-11-23T07:00:00", "2026-11-23T07:00:03", false],
    ["2026-11-23T07:00:00", null, true],
    [undefined, "2026-11-23T07:00:03", true],
  ])("that was created %j is the one that was created %j: %j", (created, now, expected) => {
    const recorded = created === undefined ? { id: "7" } : { id: "7", created };
    expect(isRecorded(recorded, at(now))).toBe(expected);
    const earlierResults = [
      { id: "1", at: 3 },
      { ...recorded, at: 4 },
    ];
    expect(existedBefore({ before: [], earlierResults }, at(now))).toBe(expected);
    expect(isRecorded({ ...recorded, id: "8" }, at(now))).toBe(false);
    // The list contained it before the request.
    expect(existedBefore({ before: ["7"], earlierResults }, at(now))).toBe(true);
  });
});

it("an interrupted request keeps the ids of objects that existed before it", () => {
  const earlierResults = [{ id: "6", created: "2026-11-23T06:00:00", at: 4 }];
  expect(requestsWithoutResponse({ ...intent, earlierResults })).toMatchObject([
    { before: ["3"], earlierResults },
  ]);
});

describe("the recent creates of one type and address", () => {
  it("are the known ids and labels, and nothing of another type or address", () => {
    const { label, ...unlabeled } = intent;
    const others = [
      intent,
      { ...unlabeled, id: "5" },
      { ...unlabeled, id: "8", created: "then", earlierResults: [{ id: "4", at: 3 }] },
      { ...intent, id: "6", label: "db", address: "https://b/v4" },
      { ...intent, id: "7", label: "db", origin: { ...origin, type: "Image" } },
    ];
    expect(recentCreatesIn(others, origin, intent.address)).toEqual({
      objects: [{ id: "5" }, { id: "8", created: "then" }],
      replaced: [{ id: "4", at: 3 }],
      labels: new Set([label]),
    });
  });
});

describe("intents on disk", () => {
  it("forget ids that were created more than a day ago", async () => {
    const later = { now: () => intent.at + 86_400_001 };
    await intentFiles(folder, here, clock).save({ ...intent, id: "7" });
    await intentFiles(folder, here, clock).remove(origin, intent.address);
    const elsewhere = intentFiles(folder, "file:///elsewhere", later);
    await elsewhere.save({ ...intent, origin: { ...origin, name: "other" } });
    expect(elsewhere.recentCreates(origin, intent.address).objects).toEqual([]);
  });

  it("keep the adopter of an object for 30 days", async () => {
    const next = { ...origin, name: "next" };
    const days = async (count: number) => {
      const store = intentFiles(folder, here, { now: () => intent.at + count * 86_400_000 });
      await store.save({ ...intent, origin: { ...origin, name: "other" } });
      return store.adopterOf(origin, { id: "7" }, intent.address);
    };
    await intentFiles(folder, here, clock).save({ ...intent, origin: next, id: "7", isAdoption: true });
    await intentFiles(folder, here, clock).remove(next, intent.address);
    expect(await days(30)).toEqual(next);
    expect(await days(30.01)).toBeUndefined();
  });

  it("of version 0.1.0 are found by no state and can be taken once", async () => {
    const key = [intent.address, "p", "dev", "Instance", "web", ""];
    const name = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 32);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(intent));
    const store = intentFiles(folder, here, clock);
    expect(store.find(origin, intent.address)).toBeUndefined();
    expect(hasUnfinishedIntent(folder, here, origin, undefined)).toBe(false);
    expect(await store.takeLegacy(origin, intent.address)).toEqual(intent);
    expect(await store.takeLegacy(origin, intent.address)).toBeUndefined();
  });

  it("report a create in progress only to its own state", async () => {
    const store = intentFiles(folder, here, clock);
    expect(hasUnfinishedIntent(folder, here, origin, undefined)).toBe(false);
    await store.save({ ...intent, id: "7" });
    expect(hasUnfinishedIntent(folder, here, origin, undefined)).toBe(true);
    expect(hasUnfinishedIntent(folder, "file:///elsewhere", origin, undefined)).toBe(false);
    expect(hasUnfinishedIntent(folder, here, { ...origin, name: "other" }, undefined)).toBe(false);
    await store.save({ ...intent, label: "web", open: [{ before: [], at: 1, label: "earlier" }] });
    const labels = ["web", "earlier", "other", undefined];
    expect(labels.map((label) => hasUnfinishedIntent(folder, here, origin, label))).toEqual([
      ...[true, true, false, true],
    ]);
    const { label: _, ...unlabeled } = intent;
    await store.save(unlabeled);
    expect(hasUnfinishedIntent(folder, here, origin, "web")).toBe(true);
    await store.remove(origin, intent.address);
    expect(hasUnfinishedIntent(folder, here, origin, undefined)).toBe(false);
  });

  it("outlive the process, can be read only by the user, and leave no temporary file", async () => {
    await intentFiles(folder, here, clock).save({ ...intent, id: "7" });
    expect(intentFiles(folder, here, clock).find(origin, intent.address)).toEqual({ ...intent, id: "7" });
    const [file, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(statSync(join(folder, file!)).mode & 0o077).toBe(0);
  });

  it.each([
    "",
    "{",
    "[]",
    '{"origin":{}}',
    '{"origin":{"project":"p","stack":"dev","type":"Instance","name":"web"}}',
    '{"origin":{"project":"p","stack":"dev","type":"Instance","name":"web"},"before":[],"at":5}',
  ])("are ignored if their file is truncated (%j)", async (text) => {
    const store = intentFiles(folder, here, clock);
    await store.save(intent);
    const [file] = readdirSync(folder);
    writeFileSync(join(folder, file!), text);
    expect(store.find(origin, intent.address)).toBeUndefined();
  });

  it("name the engine of the run that wrote them last", async () => {
    const [first, second] = ["127.0.0.1:1", "127.0.0.1:2"];
    await intentFiles(folder, here, clock, first).save(intent);
    const store = intentFiles(folder, here, clock, second);
    expect(store.unfinished()).toEqual([{ ...intent, engine: first }]);
    await store.save({ ...intent, engine: first, id: "7" });
    expect(store.find(origin, intent.address)).toEqual({ ...intent, id: "7", engine: second });
    await store.remove(origin, intent.address);
  });

  it("show before a replacement deletes anything whether they can be saved, and leave no file behind", async () => {
    await intentFiles(folder, here, clock).checkWritable();
    expect(readdirSync(folder)).toEqual([]);
    await expect(intentFiles("/dev/null/intents", here, clock).checkWritable()).rejects.toThrow(
      /^The record of a create could not be written to \/dev\/null\/intents: ENOTDIR.*\. Nothing was changed\. Set NODECLOUD_HOME to a writable folder\.$/,
    );
  });

  it.each([
    ["be updated", { ...intent, id: "7" }, "openSync"],
    ["be removed", intent, "rmSync"],
  ] as const)("name their folder and what to do if they cannot %s", async (_, stored, call) => {
    const store = intentFiles(folder, here, clock);
    await store.save(stored);
    const refused = jest.spyOn(fs, call).mockImplementation(() => {
      throw new Error("EROFS: read-only file system");
    });
    await expect(store.remove(origin, intent.address)).rejects.toThrow(
      new LifecycleError(
        `Could not update the record of a create in ${folder}: EROFS: read-only file system. Make sure that the folder can be written, and run the command again.`,
      ),
    );
    refused.mockRestore();
    expect(hasUnfinishedIntent(folder, here, origin, undefined)).toBe(true);
  });

  it("contain only the values needed to find the object", async () => {
    await intentFiles(folder, here, clock).save(intent);
    const [file] = readdirSync(folder);
    expect(Object.keys(JSON.parse(readFileSync(join(folder, file!), "utf8"))).sort()).toEqual([
      "address",
      "at",
      "backend",
      "before",
      "label",
      "nonce",
      "origin",
    ]);
  });

  it("name the folder of their state, but no address that may contain credentials", async () => {
    const [elsewhere, bucket] = ["file:///elsewhere", "s3://key:secret@stacks"];
    for (const owner of [elsewhere, bucket]) await intentFiles(folder, owner, clock).save(intent);
    const { origin } = intent;
    expect(unfinishedElsewhere(folder, here)).toEqual([
      { origin, backend: elsewhere, file: expect.stringMatching(/\.json$/) },
    ]);
    expect(unfinishedElsewhere(folder, elsewhere)).toEqual([]);
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), "utf8")).not.toContain("secret@");
    // The record of a create that created an object is kept after it is completed.
    await intentFiles(folder, elsewhere, clock).save({ ...intent, id: "7" });
    await intentFiles(folder, elsewhere, clock).remove(origin, intent.address);
    expect(unfinishedElsewhere(folder, here)).toEqual([]);
  });
});

it.each(["project", "stack", "type", "name"])("an origin without its %s is none", (part) => {
  expect(readOrigin(origin)).toEqual(origin);
  expect(readOrigin({ ...origin, [part]: undefined })).toBeUndefined();
});
