import type { Page } from "../../../src/client";
import { NodecloudError } from "../../../src/client";
import { VirtualClock } from "../../../src/clock";
import { SharedCollection } from "../../../src/lifecycle";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import type { Source } from "../../../src/lifecycle/objects/shared-list";
import { letTimePass } from "../../passing-time";

interface FakeObject {
  readonly id: string;
  readonly status: string;
}

/** A service with objects of one kind that counts its calls. */
class FakeService {
  readonly clock = new VirtualClock();
  readonly objects = new Map<string, string>();
  /** Ids that are listed and that a view does not find. */
  readonly hidden = new Set<string>();
  /** Ids that a view finds and that are not listed. */
  readonly unlisted = new Set<string>();
  /** The objects in lists, if they differ from those in views. */
  readonly stale = new Map<string, string>();
  views = 0;
  lists = 0;
  /** How many pages of lists were requested. */
  pageRequests = 0;
  listDuration = 0;
  viewDuration = 0;
  pages = 1;
  unreadable = 0;
  failure: NodecloudError | undefined;
  viewFailure: NodecloudError | undefined;
  readonly collection: SharedCollection<FakeObject>;

  constructor(isViewableWhenDeleted = false) {
    this.collection = new SharedCollection<FakeObject>(this.#source(isViewableWhenDeleted), this.clock);
  }

  #source(isViewableWhenDeleted: boolean): Source<FakeObject> {
    return {
      isViewableWhenDeleted,
      kind: "object",
      idOf: ({ id }) => id,
      view: async (id) => {
        this.views++;
        const failure = this.failure ?? this.viewFailure;
        if (failure) throw failure;
        const status = this.objects.get(id);
        if (status === undefined || this.hidden.has(id)) throw notFound(true);
        if (this.viewDuration > 0) await this.clock.sleep(this.viewDuration);
        return { id, status };
      },
      pages: (): AsyncIterable<Page<FakeObject>> => this.#list(),
    };
  }

  async *#list(): AsyncGenerator<Page<FakeObject>> {
    this.lists++;
    if (this.failure) throw this.failure;
    const listed = [...this.objects].filter(([id]) => !this.unlisted.has(id));
    const data = listed.map(([id, status]) => ({ id, status: this.stale.get(id) ?? status }));
    const results = data.length;
    const length = Math.ceil(results / this.pages);
    for (let page = 1; page <= this.pages; page++) {
      this.pageRequests++;
      await this.clock.sleep(this.listDuration);
      const start = (page - 1) * length;
      yield {
        data: data.slice(start, start + length),
        page,
        pages: this.pages,
        results,
        unreadable: this.unreadable,
      };
    }
  }
}

function notFound(hasErrorBody: boolean): NodecloudError {
  return new NodecloudError({ code: "not_found", message: "404", status: 404, hasErrorBody });
}

function isDone(object: FakeObject | undefined): boolean {
  if (object?.status === "failed") throw new Error("it failed");
  return object?.status === "done";
}

function wait(
  service: FakeService,
  id: string,
  seconds = 600,
  reportProgress: (what: string) => void = () => undefined,
  until = isDone,
) {
  let at = service.clock.now() + seconds * 1000;
  return service.collection.wait(id, {
    goal: "to be done",
    until,
    describe: (object) => `it is ${object?.status}`,
    deadline: {
      get at() {
        return at;
      },
      extend: (ms) => {
        at += ms;
      },
    },
    reportProgress,
  });
}

describe("reading", () => {
  it("views a single object, and lists when more objects are wanted than the list has pages", async () => {
    const service = new FakeService();
    for (let id = 0; id < 50; id++) service.objects.set(String(id), "on");
    await service.clock.run(service.collection.read("1"));
    expect([service.views, service.lists]).toEqual([1, 0]);
    const all = [...service.objects.keys()].map((id) => service.collection.read(id));
    await service.clock.run(Promise.all(all));
    expect([service.views, service.lists]).toEqual([1, 1]);
  });

  it("reads only the first page of a list that has as many pages as objects are wanted", async () => {
    const service = Object.assign(new FakeService(), { pages: 3, listDuration: 100 });
    const { clock, collection } = service;
    for (let id = 0; id < 50; id++) service.objects.set(String(id), "on");
    const read = (ids: string[]) => clock.run(Promise.all(ids.map((id) => collection.read(id))));
    expect(await read(["1", "20", "40"])).toMatchObject([{ id: "1" }, { id: "20" }, { id: "40" }]);
    expect(service).toMatchObject({ views: 3, pageRequests: 1 });
    await clock.advance(10_000);
    await read(["1", "20", "40"]);
    expect(service).toMatchObject({ views: 6, pageRequests: 1 });
    expect(await read(["1", "20", "40", "49"])).toMatchObject([{ id: "1" }, {}, {}, { id: "49" }]);
    expect(service).toMatchObject({ views: 6, pageRequests: 4 });
  });

  it("does not request the first page again within 1 s of its failure", async () => {
    const service = new FakeService();
    const { clock, collection } = service;
    for (const id of ["1", "2", "3"]) service.objects.set(id, "on");
    service.failure = new NodecloudError({ code: "unavailable", message: "502", status: 502 });
    const read = () => clock.run(Promise.allSettled(["1", "2", "3"].map((id) => collection.read(id))));
    await read();
    await clock.advance(900);
    expect(await read()).toMatchObject([{ reason: service.failure }, {}, {}]);
    expect(service.lists).toBe(1);
    await clock.advance(100);
    service.failure = undefined;
    expect(await read()).toMatchObject([{ value: { id: "1" } }, {}, {}]);
    expect(service.lists).toBe(2);
  });

  it("waits for a list until the deadline of each caller, and the list continues for the others", async () => {
    const service = Object.assign(new FakeService(), { listDuration: 30_000 });
    const { clock, collection } = service;
    service.objects.set("1", "on");
    const startedAt = clock.now();
    const others = collection.list();
    await expect(clock.run(collection.list({ deadline: deadlineAfter(clock, "10s") }))).rejects.toThrow(
      "Timed out after 10 s while listing objects.",
    );
    expect(clock.now() - startedAt).toBe(10_000);
    expect([...(await clock.run(others)).items.keys()]).toEqual(["1"]);
    expect(service.lists).toBe(1);
  });

  it("shares the first page with another caller that needs the list, if it is the only one", async () => {
    const service = Object.assign(new FakeService(), { listDuration: 100 });
    const { clock, collection } = service;
    for (const id of ["1", "2"]) service.objects.set(id, "on");
    const both = Promise.all([collection.read("1"), collection.read("2")]);
    await clock.advance(50);
    expect([...(await clock.run(collection.listRecent())).keys()]).toEqual(["1", "2"]);
    await both;
    expect(service).toMatchObject({ views: 0, pageRequests: 1 });
  });

  it("shares a list that was requested up to 5 s before", async () => {
    const service = new FakeService();
    const { clock, collection } = service;
    await clock.run(collection.listRecent());
    for (const [milliseconds, lists] of [
      [5000, 1],
      [1, 2],
    ] as const) {
      await clock.advance(milliseconds);
      await clock.run(collection.listRecent());
      expect(service.lists).toBe(lists);
    }
  });

  it("requests the list for another caller if the first page was requested more than 5 s before", async () => {
    const service = Object.assign(new FakeService(), { listDuration: 6000 });
    const { clock, collection } = service;
    for (const id of ["1", "2"]) service.objects.set(id, "on");
    const both = Promise.all([collection.read("1"), collection.read("2")]);
    await clock.advance(5500);
    const all = collection.listRecent();
    await clock.run(Promise.all([both, all]));
    expect(service).toMatchObject({ pageRequests: 2 });
  });

  it("learns the number of pages from a list that another caller requested", async () => {
    const service = Object.assign(new FakeService(), { pages: 2, listDuration: 100 });
    const { clock, collection } = service;
    for (const id of ["1", "2"]) service.objects.set(id, "on");
    const all = collection.listRecent();
    await clock.run(Promise.all([all, collection.read("1"), collection.read("2")]));
    expect(service).toMatchObject({ views: 0, pageRequests: 2 });
  });

  it("shares a request between reads of one object at the same time, but not one from before a change", async () => {
    const service = new FakeService();
    service.objects.set("1", "done");
    const { clock, collection } = service;
    await clock.run(Promise.all([collection.read("1"), collection.read("1")]));
    expect(service).toMatchObject({ views: 1, lists: 0 });
    await clock.run(collection.read("1"));
    expect(service.views).toBe(2);
    service.viewDuration = 100;
    const first = collection.read("1");
    await clock.advance(20);
    service.objects.set("1", "changed");
    collection.markChanged("1");
    const second = collection.read("1");
    expect(await clock.run(Promise.all([first, second]))).toMatchObject([
      { status: "done" },
      { status: "changed" },
    ]);
    expect(service.views).toBe(4);
  });

  it("shares a request between reads of one object within 10 ms, and between those that follow a change immediately", async () => {
    const service = new FakeService();
    service.objects.set("1", "done");
    service.viewDuration = 100;
    const { clock, collection } = service;
    const readTwice = async (pause: number) => {
      service.views = 0;
      const first = collection.read("1");
      await clock.advance(pause);
      await clock.run(Promise.all([first, collection.read("1")]));
      return service.views;
    };
    expect([await readTwice(10), await readTwice(11)]).toEqual([1, 2]);
    collection.markChanged("1");
    expect(await readTwice(0)).toBe(1);
  });

  it("reuses a list for 5 s, but never one from before a change by this process", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "old");
    await service.clock.run(Promise.all([service.collection.read("1"), service.collection.read("2")]));
    await service.clock.advance(4000);
    expect(await service.clock.run(service.collection.read("1"))).toEqual({ id: "1", status: "old" });
    expect([service.views, service.lists]).toEqual([0, 1]);
    service.objects.set("1", "new");
    service.collection.markChanged("1");
    expect(await service.clock.run(service.collection.read("1"))).toEqual({ id: "1", status: "new" });
    expect(service.views).toBe(1);
    await service.clock.advance(1100);
    await service.clock.run(service.collection.read("2"));
    expect(service.views).toBe(2);
  });

  it("does not use a list that was requested before a change by this process and returned after it", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "old");
    service.listDuration = 1000;
    const reads = Promise.all([service.collection.read("1"), service.collection.read("2")]);
    await service.clock.advance(500);
    service.objects.set("1", "new");
    service.collection.markChanged("1");
    expect((await service.clock.run(reads))[0]).toEqual({ id: "1", status: "new" });
  });

  it("reports that an object no longer exists only if a view returns 404 with the API's error body and a list lacks it", async () => {
    const service = new FakeService();
    expect(await service.clock.run(service.collection.read("1"))).toBeUndefined();
    expect([service.views, service.lists]).toEqual([1, 1]);
    service.failure = notFound(false);
    await expect(service.clock.run(service.collection.view("1"))).rejects.toThrow("404");
  });

  it("trusts a 404 more than an earlier list", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "on");
    await service.clock.run(Promise.all([service.collection.read("1"), service.collection.read("2")]));
    service.objects.delete("2");
    await service.clock.advance(1000);
    expect(await service.clock.run(service.collection.view("2"))).toBeUndefined();
    expect([service.views, service.lists]).toEqual([1, 2]);
  });

  it("accepts a list of the last 5 s as confirmation", async () => {
    const service = new FakeService();
    await service.clock.run(service.collection.list());
    await service.clock.advance(4000);
    expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
    expect(service.lists).toBe(1);
    await service.clock.advance(2000);
    expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
    expect(service.lists).toBe(2);
  });

  it.each([
    ["a minute after a 404", "2m", 13],
    ["shortly before its deadline", "21s", 5],
  ])("fails if an object is still listed %s", async (_, timeout, polls) => {
    const service = new FakeService();
    const { clock } = service;
    service.objects.set("1", "on");
    service.hidden.add("1");
    const viewing = service.collection.view("1", { deadline: deadlineAfter(clock, timeout) });
    await expect(clock.run(viewing)).rejects.toThrow(/does not return object 1, but lists it/);
    expect([service.lists, service.views]).toEqual([polls, polls]);
  });

  it("waits for a list that lags behind to lose a deleted object", async () => {
    const service = new FakeService();
    service.objects.set("1", "on");
    service.hidden.add("1");
    const startedAt = service.clock.now();
    const viewing = service.collection.view("1");
    await service.clock.advance(8000);
    service.objects.delete("1");
    expect(await service.clock.run(viewing)).toBeUndefined();
    expect(service.clock.now() - startedAt).toBe(10_000);
  });

  it("returns an object that a later view finds while lists contain it", async () => {
    const service = new FakeService();
    service.objects.set("1", "on");
    service.hidden.add("1");
    const viewing = service.collection.view("1");
    await service.clock.advance(3000);
    service.hidden.clear();
    expect(await service.clock.run(viewing)).toEqual({ id: "1", status: "on" });
    expect(service).toMatchObject({ lists: 1, views: 2 });
  });

  it("needs no list to confirm that an object that it deleted itself no longer exists", async () => {
    const service = new FakeService();
    service.objects.set("1", "on");
    service.hidden.add("1");
    service.collection.markDeleted("1", true);
    expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
    expect(service).toMatchObject({ views: 1, lists: 0 });
  });

  describe("an object that this process created and a view does not return", () => {
    function start() {
      const service = new FakeService();
      service.collection.markCreated("1");
      return { service, startedAt: service.clock.now() };
    }

    it("is viewed again until a view returns it", async () => {
      const { service, startedAt } = start();
      const viewing = service.collection.view("1");
      await service.clock.advance(20_000);
      service.objects.set("1", "on");
      expect(await service.clock.run(viewing)).toEqual({ id: "1", status: "on" });
      expect(service.clock.now() - startedAt).toBeLessThan(22_000);
      expect(service).toMatchObject({ lists: 0 });
      expect(service.views).toBeGreaterThan(10);
    });

    it("does not exist if a view a minute after its creation does not return it either", async () => {
      const { service, startedAt } = start();
      await service.clock.advance(30_000);
      expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
      expect(service.clock.now() - startedAt).toBe(60_000);
      const { views } = service;
      expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
      expect(service.views).toBe(views + 1);
    });

    it("is not known to exist at an earlier deadline", async () => {
      const { service, startedAt } = start();
      const deadline = deadlineAfter(service.clock, "20s");
      await expect(service.clock.run(service.collection.view("1", { deadline }))).rejects.toThrow(
        "The service still does not return object 1, which was just created.",
      );
      expect(service.clock.now() - startedAt).toBeGreaterThan(18_000);
      expect(service.clock.now() - startedAt).toBeLessThanOrEqual(20_000);
    });

    it("does not exist when this process has deleted it", async () => {
      const { service } = start();
      service.collection.markDeleted("1", true);
      expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
      expect(service.views).toBe(1);
    });
  });

  describe("an object whose delete was accepted and whose view fails", () => {
    const failures = {
      403: new NodecloudError({ code: "forbidden", message: "403", status: 403 }),
      404: notFound(false),
      503: new NodecloudError({ code: "unavailable", message: "503", status: 503 }),
    };

    function start(status: keyof typeof failures, properties: Partial<Pick<FakeService, "unreadable">> = {}) {
      const service = Object.assign(new FakeService(), { viewFailure: failures[status], ...properties });
      service.collection.markDeleted("1", true);
      return service;
    }

    it.each([403, 404] as const)(
      "no longer exists if the view is rejected with %s and a list a minute later lacks it",
      async (status) => {
        const service = start(status);
        const startedAt = service.clock.now();
        expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
        expect(service.clock.now() - startedAt).toBe(60_000);
        expect(service).toMatchObject({ views: 1, lists: 1 });
      },
    );

    it("may exist if the list has items that cannot be read", async () => {
      const service = start(403, { unreadable: 1 });
      await expect(service.clock.run(service.collection.view("1"))).rejects.toThrow("403");
    });

    it("may exist if the list contains it and the 404 has no error body", async () => {
      const service = start(404);
      service.objects.set("1", "on");
      await expect(service.clock.run(service.collection.view("1"))).rejects.toThrow("404");
    });

    it("may exist if the view failed for another reason", async () => {
      const service = start(503);
      await expect(service.clock.run(service.collection.view("1"))).rejects.toThrow("503");
      expect(service).toMatchObject({ views: 1, lists: 0 });
    });
  });

  describe("an object that a view returns and lists lack, if views return deleted ones", () => {
    function start(properties: Partial<Pick<FakeService, "pages" | "unreadable">> = {}) {
      const service = Object.assign(new FakeService(true), properties);
      service.objects.set("1", "on");
      service.unlisted.add("1");
      return { service, startedAt: service.clock.now() };
    }

    it("finds that it no longer exists when a list a minute later lacks it", async () => {
      const { service, startedAt } = start();
      expect(await service.clock.run(service.collection.view("1"))).toBeUndefined();
      expect(service.clock.now() - startedAt).toBe(60_000);
      expect(service).toMatchObject({ views: 1, lists: 13 });
    });

    it("finds that it exists as soon as a list contains it", async () => {
      const { service, startedAt } = start();
      void service.clock.sleep(58_000).then(() => service.unlisted.clear());
      expect(await service.clock.run(service.collection.view("1"))).toEqual({ id: "1", status: "on" });
      expect(service.clock.now() - startedAt).toBe(60_000);
      await service.clock.advance(4000);
      await service.clock.run(service.collection.view("1"));
      expect(service).toMatchObject({ views: 2, lists: 13 });
      await service.clock.advance(1001);
      await service.clock.run(service.collection.view("1"));
      expect(service).toMatchObject({ views: 3, lists: 14 });
    });

    it.each([
      ["the list has items that cannot be read", { unreadable: 1 }, "2m", 1],
      ["the list has several pages", { pages: 2 }, "2m", 1],
      ["the deadline comes first", {}, "59s", 12],
    ])("assumes that it exists if %s", async (_, list, timeout, lists) => {
      const { service } = start(list);
      const { clock, collection } = service;
      const viewing = collection.view("1", { deadline: deadlineAfter(clock, timeout) });
      expect(await clock.run(viewing)).toEqual({ id: "1", status: "on" });
      expect(service.lists).toBe(lists);
    });
  });

  it("views objects that a list returns with unexpected values, but none that was just viewed", async () => {
    const service = new FakeService();
    const { clock, collection } = service;
    for (const id of ["1", "2"]) service.objects.set(id, "new");
    service.stale.set("1", "old");
    const isNew = ({ status }: FakeObject) => status === "new";
    const both = Promise.all([collection.read("1", isNew), collection.read("2", isNew)]);
    expect((await clock.run(both)).map((live) => live?.status)).toEqual(["new", "new"]);
    expect(service).toMatchObject({ views: 1, lists: 1 });
    await clock.advance(10_000);
    expect(await clock.run(collection.read("1", () => false))).toMatchObject({ status: "new" });
    expect(service).toMatchObject({ views: 2, lists: 1 });
  });
});

describe("waiting", () => {
  it("for many objects sends one list per poll, and views each when it is done", async () => {
    const service = new FakeService();
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    for (const id of ids) service.objects.set(id, "busy");
    const waits = ids.map((id) => wait(service, id));
    await service.clock.advance(20_000);
    expect(service.views).toBe(0);
    for (const id of ids) service.objects.set(id, "done");
    await service.clock.run(Promise.all(waits));
    expect(service.views).toBe(30);
    expect(service.lists).toBeLessThanOrEqual(22);
  });

  describe("while the list that another wait requested at 2.51 s is on its way until 3.01 s", () => {
    /** Two waits. The first one polls at 2.26 s and 3.51 s. */
    async function waitsAt2600(until?: (object: FakeObject | undefined) => boolean) {
      const service = new FakeService();
      for (const id of ["1", "2"]) service.objects.set(id, "busy");
      jest.spyOn(service.clock, "random").mockReturnValueOnce(0).mockReturnValue(1);
      const ends: (string | undefined)[] = [];
      const end = ({ status }: PromiseSettledResult<unknown>) => ends.push(status);
      void Promise.allSettled([wait(service, "1", 600, undefined, until)]).then(([result]) => end(result));
      void wait(service, "2").catch(() => undefined);
      await service.clock.advance(2300);
      service.listDuration = 500;
      const finish = async () => {
        await service.clock.advance(400);
        return { ends: [...ends], lists: service.lists, views: service.views };
      };
      return { service, finish };
    }

    it.each([
      ["done", "fulfilled"],
      ["failed", "rejected"],
    ])("a wait for an object that is %s ends with that list", async (status, end) => {
      const { service, finish } = await waitsAt2600();
      service.objects.set("1", status);
      await service.clock.advance(300);
      expect(await finish()).toEqual({ ends: [], lists: 2, views: 0 });
      expect(await finish()).toEqual({ ends: [end], lists: 2, views: 1 });
    });

    it("a wait for an object that this process changed in the meantime does not read it earlier", async () => {
      const { service, finish } = await waitsAt2600();
      service.objects.set("1", "done");
      await service.clock.advance(300);
      service.objects.set("1", "busy");
      service.collection.markChanged("1");
      await finish();
      expect(await finish()).toEqual({ ends: [], lists: 2, views: 0 });
    });

    it("a wait until an object no longer exists does not read it earlier, although the list lacks it", async () => {
      const { service, finish } = await waitsAt2600((object) => object === undefined);
      service.unlisted.add("1");
      await service.clock.advance(300);
      await finish();
      expect(await finish()).toEqual({ ends: [], lists: 2, views: 0 });
    });

    it.each([
      ["lacks it", { ends: ["fulfilled"], lists: 2, views: 1 }],
      ["contains it", { ends: [], lists: 2, views: 0 }],
    ])(
      "a wait until an object that this process deletes no longer exists, when the list %s",
      async (shown, end) => {
        const { service, finish } = await waitsAt2600((object) => object === undefined);
        service.collection.markDeleted("1", true);
        if (shown === "lacks it") service.objects.delete("1");
        await service.clock.advance(300);
        expect(await finish()).toEqual({ ends: [], lists: 2, views: 0 });
        expect(await finish()).toEqual(end);
      },
    );
  });

  it("does not end with a list that was requested before the last poll, which saves another list", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "busy");
    const random = jest.spyOn(service.clock, "random");
    for (const value of [0, 0.2, 1, 0, 1]) random.mockReturnValueOnce(value);
    // They poll at 1 and 2.26 s, and at 1.05 and 2.05 s.
    for (const id of ["1", "2"]) void wait(service, id).catch(() => undefined);
    await service.clock.advance(1500);
    service.listDuration = 500;
    service.objects.set("1", "done");
    await service.clock.advance(1500);
    expect(service).toMatchObject({ lists: 2, views: 0 });
  });

  describe("for objects that lists still contain in an earlier state", () => {
    const ids = ["1", "2", "3"];
    function startWaits(before: string, now: string, isChanged = true) {
      const service = new FakeService();
      for (const id of ids) {
        service.objects.set(id, now);
        service.stale.set(id, before);
        if (isChanged) service.collection.markChanged(id);
      }
      return { service, waits: Promise.all(ids.map((id) => wait(service, id))) };
    }

    it.each([
      ["done", "by this process", true],
      ["failed", "by this process", true],
      ["done", "by others", false],
      ["failed", "by others", false],
    ])(
      "views them when a list shows that they are %s, changed %s, and keeps waiting",
      async (before, _, isOwn) => {
        const { service, waits } = startWaits(before, "busy", isOwn);
        await service.clock.advance(100_000);
        expect(service.views).toBeGreaterThan(3);
        for (const id of ids) service.objects.set(id, "done");
        expect((await service.clock.run(waits)).map((live) => live?.status)).toEqual([
          "done",
          "done",
          "done",
        ]);
      },
    );

    it("trusts a view that shows a failure", async () => {
      const { service, waits } = startWaits("failed", "failed");
      await expect(service.clock.run(waits)).rejects.toThrow("it failed");
      expect(service.views).toBeGreaterThan(0);
    });

    it("views nothing while a list shows that they are still in progress", async () => {
      const { service, waits } = startWaits("busy", "busy");
      await service.clock.advance(30_000);
      expect(service.views).toBe(0);
      for (const id of ids) service.objects.set(id, "done");
      service.stale.clear();
      await service.clock.run(waits);
      expect(service.views).toBe(3);
    });

    it("views no new object that a list shows as done, even if a millisecond passed while it was recorded", async () => {
      const service = new FakeService();
      const { clock, collection } = service;
      letTimePass(clock, 1);
      for (const id of ids) {
        service.objects.set(id, "done");
        collection.markCreated(id);
      }
      await clock.run(Promise.all(ids.map((id) => wait(service, id))));
      expect(service.views).toBe(0);
    });

    it.each([
      [59_999, 3],
      [60_000, 0],
    ])(
      "trusts a list that it requested %i ms after it changed an object of its own or later, with %i views",
      async (ms, views) => {
        const service = new FakeService();
        const { clock, collection } = service;
        for (const id of ids) {
          service.objects.set(id, "done");
          collection.markCreated(id);
        }
        await clock.advance(1);
        for (const id of ids) collection.markChanged(id);
        await clock.advance(ms - 1010);
        jest.spyOn(clock, "random").mockReturnValue(0);
        await clock.run(Promise.all(ids.map((id) => wait(service, id))));
        expect(service.views).toBe(views);
      },
    );
  });

  it("for many new objects sends one more list, 5 to 10 s after their creation, and no views", async () => {
    const service = new FakeService();
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    for (const id of ids) {
      await service.clock.advance(1);
      service.objects.set(id, "done");
      service.unlisted.add(id);
      service.collection.markCreated(id);
    }
    const waits = Promise.all(ids.map((id) => wait(service, id)));
    await service.clock.advance(9960);
    expect(service).toMatchObject({ views: 0, lists: 1 });
    service.unlisted.clear();
    await service.clock.run(waits);
    expect(service).toMatchObject({ views: 0, lists: 2 });
  });

  it("views objects that no later list contains, or that others created", async () => {
    for (const isOwn of [true, false]) {
      const service = new FakeService();
      const ids = Array.from({ length: 30 }, (_, index) => String(index));
      for (const id of ids) {
        service.objects.set(id, "done");
        service.unlisted.add(id);
        if (isOwn) service.collection.markCreated(id);
      }
      await service.clock.run(Promise.all(ids.map((id) => wait(service, id))));
      expect(service).toMatchObject({ views: 30, lists: isOwn ? 2 : 1 });
    }
  });

  it("does not wait for a list with a new object if the deadline comes first", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) {
      service.objects.set(id, "done");
      service.unlisted.add(id);
      service.collection.markCreated(id);
    }
    await service.clock.run(Promise.all([wait(service, "1", 4), wait(service, "2", 4)]));
    expect(service).toMatchObject({ views: 2, lists: 1 });
  });

  it("polls every 1 to 1.25 s at first, and every 8 to 10 s after a long time", async () => {
    const service = new FakeService();
    service.objects.set("1", "busy");
    const waiting = wait(service, "1", 3600);
    const countPollsIn = async (seconds: number) => {
      const before = service.views;
      await service.clock.advance(seconds * 1000);
      return service.views - before;
    };
    expect(await countPollsIn(20)).toBeGreaterThanOrEqual(15);
    await service.clock.advance(1_000_000);
    const late = await countPollsIn(100);
    expect(late).toBeGreaterThanOrEqual(9);
    expect(late).toBeLessThanOrEqual(13);
    service.objects.set("1", "done");
    await service.clock.run(waiting);
  });

  it("reports its progress when the status changes, and otherwise every 5 s", async () => {
    const service = new FakeService();
    service.objects.set("1", "busy");
    const reports: string[] = [];
    const waiting = wait(service, "1", 600, (what) => reports.push(what));
    await service.clock.advance(4500);
    expect(reports).toEqual([
      expect.stringMatching(/^waiting for object 1 to be done: it is busy, \ds so far$/),
    ]);
    service.objects.set("1", "nearly");
    await service.clock.advance(1500);
    expect(reports).toHaveLength(2);
    expect(reports[1]).toContain("it is nearly");
    await service.clock.advance(14_000);
    expect(reports).toHaveLength(4);
    service.objects.set("1", "done");
    await service.clock.run(waiting);
    expect(reports).toHaveLength(4);
  });

  it("continues after failures, and reports the last status at its deadline", async () => {
    const service = new FakeService();
    service.objects.set("1", "busy");
    const waiting = wait(service, "1", 30);
    service.failure = new NodecloudError({ code: "unavailable", message: "502", status: 502 });
    await service.clock.advance(20_000);
    service.failure = undefined;
    await expect(service.clock.run(waiting)).rejects.toThrow(
      /Timed out after 30s while waiting for object 1 to be done: it is busy/,
    );
  });

  it("fails immediately if the view is rejected", async () => {
    const service = new FakeService();
    service.failure = new NodecloudError({ code: "forbidden", message: "403", status: 403 });
    const startedAt = service.clock.now();
    await expect(service.clock.run(wait(service, "1"))).rejects.toThrow("403");
    expect(service.clock.now() - startedAt).toBeLessThan(3000);
  });

  it("sends its first poll when the shortest previous wait is nearly over", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "busy");
    const first = wait(service, "1");
    await service.clock.advance(30_000);
    service.objects.set("1", "done");
    await service.clock.run(first);
    service.views = 0;
    const second = wait(service, "2");
    await service.clock.advance(20_000);
    expect(service.views).toBe(0);
    service.objects.set("2", "done");
    await service.clock.run(second);
  });

  it("sends its first poll within a minute, however long the previous wait took", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "busy");
    const first = wait(service, "1");
    await service.clock.advance(8 * 60_000);
    service.objects.set("1", "done");
    await service.clock.run(first);
    service.objects.set("2", "done");
    const startedAt = service.clock.now();
    await service.clock.run(wait(service, "2"));
    const waited = service.clock.now() - startedAt;
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThan(61_000);
  });

  it("does not count a previous wait through an outage", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "busy");
    const first = wait(service, "1");
    service.failure = new NodecloudError({ code: "connection", message: "refused", effect: "none" });
    await service.clock.advance(180_000);
    service.failure = undefined;
    service.objects.set("1", "done");
    await service.clock.run(first);
    service.objects.set("2", "done");
    const startedAt = service.clock.now();
    await service.clock.run(wait(service, "2"));
    expect(service.clock.now() - startedAt).toBeLessThan(3000);
  });

  it("does not count a previous wait that gave its goal up", async () => {
    const service = new FakeService();
    for (const id of ["1", "2"]) service.objects.set(id, "busy");
    const givenUpAt = service.clock.now() + 30_000;
    const first = service.collection.wait("1", {
      ...{ goal: "to be done", describe: () => "it is busy", reportProgress: () => undefined },
      until: () => service.clock.now() >= givenUpAt,
      isTypical: (object) => object?.status === "done",
      deadline: { at: service.clock.now() + 60_000, extend: () => undefined },
    });
    await service.clock.run(first);
    service.views = 0;
    const second = wait(service, "2");
    await service.clock.advance(5000);
    expect(service.views).toBeGreaterThan(0);
    service.objects.set("2", "done");
    await service.clock.run(second);
  });
});
