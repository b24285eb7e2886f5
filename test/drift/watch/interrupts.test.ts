import { fetchTransport } from "../../../src/client";
import { VirtualClock } from "../../../src/clock";
import { type WatchEvent, watchDrift } from "../../../src/drift";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";

/** A watch of an empty stack for each of the given tokens. */
function start(tokens: readonly string[]) {
  const clock = new VirtualClock();
  const emulator = createEmulator({ clock });
  const interruption = new AbortController();
  const hanging = { requests: false };
  const watch = watchDrift({
    sources: tokens.map((_, at) => ({ kind: "export", from: { text: emptyStack(`stack-${at}`) } })),
    settings: { baseUrl: "http://service/v4", token: tokens[0], brand: "node" },
    env: { NODECLOUD_HOME: "/nonexistent" },
    transport: fetchTransport((request) =>
      hanging.requests ? new Promise(() => undefined) : emulator.fetch(request),
    ),
    ...{ clock, unmanaged: false, ignoreFiles: false, interrupt: interruption.signal },
  });
  const events: WatchEvent[] = [];
  const done = (async () => {
    for await (const event of watch) events.push(event);
  })();
  done.catch(() => undefined);
  return { clock, emulator, events, done, hanging, interrupt: () => interruption.abort(new Error("stop")) };
}

function emptyStack(stack: string): string {
  const urn = `urn:pulumi:${stack}::shop::pulumi:pulumi:Stack::shop-${stack}`;
  const resource = { urn, type: "pulumi:pulumi:Stack", custom: false };
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: [resource] } });
}

const tokens = [wellKnownTokens.full];

it("an interrupt before the first scan has ended is an error, without waiting for the request in flight", async () => {
  const { clock, done, hanging, events, interrupt } = start(tokens);
  hanging.requests = true;
  await clock.advance(1000);
  interrupt();
  await expect(done).rejects.toMatchObject({ code: "aborted" });
  expect(events).toEqual([]);
});

it("a later interrupt ends the watch while it waits", async () => {
  const { clock, done, events, interrupt } = start(tokens);
  await clock.advance(1000);
  expect(events).toHaveLength(1);
  interrupt();
  await done;
});

it("a later interrupt does not wait for a request in flight", async () => {
  const { clock, done, hanging, interrupt } = start(tokens);
  await clock.advance(1000);
  hanging.requests = true;
  await clock.advance(30_000);
  interrupt();
  await done;
});

it("several stacks of one account share one poll", async () => {
  const { clock, emulator, done, interrupt } = start([wellKnownTokens.full, wellKnownTokens.full]);
  await clock.advance(1000);
  emulator.control.forgetRequests();
  await clock.advance(30_000);
  expect(emulator.control.requests().map(({ path }) => path)).toEqual(["/v4/account/events"]);
  interrupt();
  await done;
});
