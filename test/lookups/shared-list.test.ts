import { createClient } from "../../src/client";
import { sharedList } from "../../src/lookups/shared-list";

const client = () => createClient({ baseUrl: "http://service.test/v4", brand: "node" });

/** A list whose requests are resolved by hand. */
function listByHand() {
  const requests: { readonly resolve: (item: string) => void; readonly fail: () => void }[] = [];
  const read = sharedList(async function* () {
    yield await new Promise<string>((resolve, reject) => {
      requests.push({ resolve, fail: () => reject(new Error("unreadable")) });
    });
  });
  return { requests, read };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("a list that lookups share", () => {
  it("is requested once for all that ask at the same time", async () => {
    const { requests, read } = listByHand();
    const own = client();
    const all = Promise.all([read(own), read(own), read(own)]);
    await nextTurn();
    expect(requests).toHaveLength(1);
    requests[0]?.resolve("one");
    expect(await all).toEqual([["one"], ["one"], ["one"]]);
  });

  it("is requested again for those that ask later, once the first has ended, even by failing", async () => {
    const { requests, read } = listByHand();
    const own = client();
    const first = read(own).catch(String);
    await nextTurn();
    const later = Promise.all([read(own), read(own)]);
    await nextTurn();
    expect(requests).toHaveLength(1);
    requests[0]?.fail();
    expect(await first).toBe("Error: unreadable");
    await nextTurn();
    expect(requests).toHaveLength(2);
    requests[1]?.resolve("two");
    expect(await later).toEqual([["two"], ["two"]]);
    const last = read(own);
    await nextTurn();
    requests[2]?.resolve("three");
    expect(await last).toEqual(["three"]);
  });

  it("is not shared between clients", async () => {
    const { requests, read } = listByHand();
    const both = Promise.all([read(client()), read(client())]);
    await nextTurn();
    for (const [at, { resolve }] of requests.entries()) resolve(String(at));
    expect(await both).toEqual([["0"], ["1"]]);
  });
});
