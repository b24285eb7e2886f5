import type { Page } from "../../src/client";
import { NodecloudError } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { SharedCollection } from "../../src/lifecycle";

interface Thing {
  readonly id: string;
  readonly status: string;
}

/** A service that counts its calls. */
class Shelf {
  readonly clock = new VirtualClock();
  readonly things = new Map<string, string>();
  /** Listed, and not found by a view. */
  readonly hidden = new Set<string>();
  views = 0;
  lists = 0;
  listTakes = 0;
  pages = 1;
  fail: NodecloudError | undefined;
  readonly collection = new SharedCollection<Thing>(
    {
      kind: "thing",
      idOf: ({ id }) => id,
      view: async (id) => {
        this.views++;
        if (this.fail) throw this.fail;
        const status = this.things.get(id);
        if (status === undefined || this.hidden.has(id)) throw notFound(true);
        return { id, status };
      },
      pages: (): AsyncIterable<Page<Thing>> => this.#list(),
    },
    this.clock,
  );

  async *#list(): AsyncGenerator<Page<Thing>> {
    this.lists++;
    if (this.fail) throw this.fail;
    const data = [...this.things].map(([id, status]) => ({ id, status }));
    await this.clock.sleep(this.listTakes);
    yield { data, page: 1, pages: this.pages, results: data.length };
  }
}

function notFound(hasErrorBody: boolean): NodecloudError {
  return new NodecloudError({ code: "not_found", message: "404", status: 404, hasErrorBody });
}

function wait(shelf: Shelf, id: string, seconds = 600) {
  let at = shelf.clock.now() + seconds * 1000;
  return shelf.collection.wait(id, {
    goal: "to be done",
    until: (thing) => thing?.status === "done",
    describe: (thing) => `it is ${thing?.status}`,
    deadline: {
      get at() {
        return at;
      },
      extend: (ms) => {
        at += ms;
      },
    },
    reportProgress: () => undefined,
  });
}

describe("reading", () => {
  it("views one alone, and lists when more are asked for than the list has pages", async () => {
    const shelf = new Shelf();
    for (let id = 0; id < 50; id++) shelf.things.set(String(id), "on");
    await shelf.clock.run(shelf.collection.read("1"));
    expect([shelf.views, shelf.lists]).toEqual([1, 0]);
    const all = [...shelf.things.keys()].map((id) => shelf.collection.read(id));
    await shelf.clock.run(Promise.all(all));
    expect([shelf.views, shelf.lists]).toEqual([1, 1]);
  });

  it("takes a list for 5 s, but never one older than a write of ours", async () => {
    const shelf = new Shelf();
    for (const id of ["1", "2"]) shelf.things.set(id, "old");
    await shelf.clock.run(Promise.all([shelf.collection.read("1"), shelf.collection.read("2")]));
    await shelf.clock.advance(4000);
    expect(await shelf.clock.run(shelf.collection.read("1"))).toEqual({ id: "1", status: "old" });
    expect([shelf.views, shelf.lists]).toEqual([0, 1]);
    shelf.things.set("1", "new");
    shelf.collection.markChanged("1");
    expect(await shelf.clock.run(shelf.collection.read("1"))).toEqual({ id: "1", status: "new" });
    expect(shelf.views).toBe(1);
    await shelf.clock.advance(1100);
    await shelf.clock.run(shelf.collection.read("2"));
    expect(shelf.views).toBe(2);
  });

  it("does not take a list that was begun before a write of ours and ended after it", async () => {
    const shelf = new Shelf();
    for (const id of ["1", "2"]) shelf.things.set(id, "old");
    shelf.listTakes = 1000;
    const reads = Promise.all([shelf.collection.read("1"), shelf.collection.read("2")]);
    await shelf.clock.advance(500);
    shelf.things.set("1", "new");
    shelf.collection.markChanged("1");
    expect((await shelf.clock.run(reads))[0]).toEqual({ id: "1", status: "new" });
  });

  it("calls a thing gone only when a view says so in the service's own form and a list lacks it", async () => {
    const shelf = new Shelf();
    expect(await shelf.clock.run(shelf.collection.read("1"))).toBeUndefined();
    expect([shelf.views, shelf.lists]).toEqual([1, 1]);
    shelf.fail = notFound(false);
    await expect(shelf.clock.run(shelf.collection.view("1"))).rejects.toThrow("404");
  });

  it("believes a fresh 404 and not a list from before it", async () => {
    const shelf = new Shelf();
    for (const id of ["1", "2"]) shelf.things.set(id, "on");
    await shelf.clock.run(Promise.all([shelf.collection.read("1"), shelf.collection.read("2")]));
    shelf.things.delete("2");
    await shelf.clock.advance(1000);
    expect(await shelf.clock.run(shelf.collection.view("2"))).toBeUndefined();
    expect([shelf.views, shelf.lists]).toEqual([1, 2]);
  });

  it("takes a list of the last 5 s without the id for a confirmation", async () => {
    const shelf = new Shelf();
    await shelf.clock.run(shelf.collection.list());
    await shelf.clock.advance(4000);
    expect(await shelf.clock.run(shelf.collection.view("1"))).toBeUndefined();
    expect(shelf.lists).toBe(1);
    await shelf.clock.advance(2000);
    expect(await shelf.clock.run(shelf.collection.view("1"))).toBeUndefined();
    expect(shelf.lists).toBe(2);
  });

  it("does not call a thing gone that is still listed after its 404", async () => {
    const shelf = new Shelf();
    shelf.things.set("1", "on");
    shelf.hidden.add("1");
    await expect(shelf.clock.run(shelf.collection.view("1"))).rejects.toThrow(
      /answered 404 for thing 1, but lists it/,
    );
    expect(shelf.lists).toBe(1);
  });
});

describe("waiting", () => {
  it("of many costs one list a look", async () => {
    const shelf = new Shelf();
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    for (const id of ids) shelf.things.set(id, "busy");
    const waits = ids.map((id) => wait(shelf, id));
    await shelf.clock.advance(20_000);
    for (const id of ids) shelf.things.set(id, "done");
    await shelf.clock.run(Promise.all(waits));
    expect(shelf.views).toBe(0);
    expect(shelf.lists).toBeLessThanOrEqual(22);
  });

  it("looks every 1 to 1.25 s at first, and every 8 to 10 s in the end", async () => {
    const shelf = new Shelf();
    shelf.things.set("1", "busy");
    const waiting = wait(shelf, "1", 3600);
    const looksIn = async (seconds: number) => {
      const before = shelf.views;
      await shelf.clock.advance(seconds * 1000);
      return shelf.views - before;
    };
    expect(await looksIn(20)).toBeGreaterThanOrEqual(15);
    await shelf.clock.advance(1_000_000);
    const late = await looksIn(100);
    expect(late).toBeGreaterThanOrEqual(9);
    expect(late).toBeLessThanOrEqual(13);
    shelf.things.set("1", "done");
    await shelf.clock.run(waiting);
  });

  it("goes on after failures, and says at its deadline what it last saw", async () => {
    const shelf = new Shelf();
    shelf.things.set("1", "busy");
    const waiting = wait(shelf, "1", 30);
    shelf.fail = new NodecloudError({ code: "unavailable", message: "502", status: 502 });
    await shelf.clock.advance(20_000);
    shelf.fail = undefined;
    await expect(shelf.clock.run(waiting)).rejects.toThrow(
      /Timed out after 30s while waiting for thing 1 to be done: it is busy/,
    );
  });

  it("ends at once where looking is refused", async () => {
    const shelf = new Shelf();
    shelf.fail = new NodecloudError({ code: "forbidden", message: "403", status: 403 });
    const begun = shelf.clock.now();
    await expect(shelf.clock.run(wait(shelf, "1"))).rejects.toThrow("403");
    expect(shelf.clock.now() - begun).toBeLessThan(3000);
  });

  it("looks first when the quickest wait so far is nearly over", async () => {
    const shelf = new Shelf();
    for (const id of ["1", "2"]) shelf.things.set(id, "busy");
    const first = wait(shelf, "1");
    await shelf.clock.advance(30_000);
    shelf.things.set("1", "done");
    await shelf.clock.run(first);
    shelf.views = 0;
    const second = wait(shelf, "2");
    await shelf.clock.advance(20_000);
    expect(shelf.views).toBe(0);
    shelf.things.set("2", "done");
    await shelf.clock.run(second);
  });
});
