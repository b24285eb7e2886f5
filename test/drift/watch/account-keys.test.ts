import { AccountReader } from "../../../src/drift/scan/account-reader";
import { AccountLog } from "../../../src/drift/watch/account-log";
import { wellKnownTokens } from "../../../src/emulator";
import { TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { failuresOf, instancesIn, webInstance } from "../../resources/programs";
import { rowsOf, scan } from "../scan/recorded";
import { WatchedStack } from "./watched-stack";

let one: WatchedStack;
beforeEach(async () => {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  await advanceUntilIdle(stack);
  one = await new WatchedStack(stack, { unmanaged: false }).start();
});
afterEach(() => one.stop());

const faults = () => one.stack.emulator.control.faults;
const refuse = (operation: string, status: number) => faults().add({ operation, effect: { status } });
const findingRowsOf = () => one.rows.filter((row) => /^(found|changed|resolved) /.test(row));
const noticesOf = () => one.events.flatMap((event) => (event.event === "notice" ? [event.message] : []));

const problemsIn = (rows: readonly string[], event: string) =>
  rows.filter((row) => row.startsWith(`${event} event log`));

describe("an account that cannot be identified for a while", () => {
  it("keeps its findings, which are neither found again nor resolved", async () => {
    await one.stop();
    const { stack } = one;
    const [{ id } = { id: 0 }] = instancesIn(stack);
    stack.emulator.control.changeInstance(id, { region: "eu-west" });
    one = new WatchedStack(stack);
    await one.wait(30);
    const rows = findingRowsOf();
    expect(rows).toContain("found changed Instance region");
    expect(rows).toContain("found unmanaged Image");
    expect([...rows].sort()).toEqual(
      rowsOf(await scan(stack))
        .map((row) => `found ${row}`)
        .sort(),
    );
    const account = refuse("account.view", 403);
    await one.wait(3600);
    expect(one.rows).toContain("scanned interval");
    faults().clear(account);
    await one.wait(700);
    expect(one.rows.at(-1)).toMatch(/^problemEnded account at /);
    expect(findingRowsOf()).toEqual(rows);
    expect(one.events.at(-1)).toMatchObject({ verdict: "drift", isComplete: true });
    stack.emulator.control.changeInstance(id, { region: "us-east" });
    await one.wait(30);
    expect(one.rows.at(-1)).toBe("resolved changed Instance region");
  });

  it("is followed again when the token is no longer rejected", async () => {
    refuse("account.view", 401);
    refuse("events.list", 401);
    await one.wait(700);
    expect(one.rows).toContain("scanned noLog");
    faults().clear();
    one.forget();
    await one.wait(700);
    await expectFollowed();
  });

  it("is followed again after the token is renewed", async () => {
    one.token = "expired";
    await one.wait(3700);
    expect(noticesOf()).toEqual([expect.stringMatching(/^The event log .* cannot be read: .*every 5m/)]);
    one.token = wellKnownTokens.full;
    one.forget();
    await one.wait(700);
    await expectFollowed();
  });

  it.each([
    [403, / Give the token the scope events:read_only\. /],
    [404, /^(?!.*Give the token)/],
  ])(
    "gets the advice to add a scope only if the service rejects the log with 403: %i",
    async (status, advice) => {
      refuse("events.list", status);
      await one.wait(3700);
      expect(noticesOf()).toEqual([expect.stringMatching(/^The event log .* cannot be read: .*every 5m/)]);
      expect(noticesOf().join()).toMatch(advice);
    },
  );

  it("leaves no problem behind if its log failed in the meantime", async () => {
    const account = refuse("account.view", 403);
    await one.wait(3600);
    const events = refuse("events.list", 500);
    await one.wait(120);
    expect(one.rows.at(-1)).toMatch(/^problem event log at /);
    faults().clear(account);
    await one.wait(700);
    faults().clear(events);
    await one.wait(120);
    expect(problemsIn(one.rows, "problem")).toHaveLength(2);
    expect(problemsIn(one.rows, "problemEnded")).toHaveLength(2);
    expect(one.events.at(-1)).toMatchObject({ verdict: "inSync", isComplete: true });
  });
});

it("names the provider whose token cannot read the log: several may have one address", async () => {
  refuse("events.list", 401);
  const { client, clock, address } = one.stack.services();
  const provider = "provider b of stack shop/dev";
  const reader = new AccountReader({
    client,
    clock,
    address,
    brand: "node",
    provider,
    onProgress: () => undefined,
  });
  expect(await one.stack.clock.run(new AccountLog().poll(reader))).toMatchObject({
    reason: expect.stringContaining(`The event log at ${address} (${provider}) cannot be read: `),
  });
});

async function expectFollowed(): Promise<void> {
  expect(noticesOf()).toEqual(["The event log can be followed again."]);
  one.forget();
  await one.wait(3600);
  expect(one.rows).toEqual(["scanned interval"]);
  expect(one.events[0]).toMatchObject({ verdict: "inSync", isComplete: true });
}
