import { createClient, fetchTransport, NodecloudError } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { allOperations } from "../../src/contract";
import { readOnly } from "../../src/drift/read-only-transport";
import { createEmulator, type SavedWorld } from "../../src/emulator";
import { isRecord } from "../../src/unknown";
import { buildRequests, fillWorld, type OperationRequest } from "../emulator/every-operation";
import { brandWord } from "../emulator/service";

let world: SavedWorld;
let tried: readonly OperationRequest[];

beforeAll(async () => {
  const filled = await fillWorld();
  world = filled.world;
  tried = buildRequests(filled.ids);
});

/** Calls an operation through the read-only transport, and reports the result and what reached the transport behind it. */
async function callReadOnly({ named, args, token }: OperationRequest) {
  const clock = new VirtualClock();
  const emulator = createEmulator({ clock, brand: brandWord, world, settings: { rateLimits: "off" } });
  const sent: string[] = [];
  const inner = fetchTransport((request) => emulator.fetch(request));
  const transport = readOnly((request) => {
    sent.push(request.method);
    return inner(request);
  });
  const client = createClient({ baseUrl: "http://127.0.0.1/v4", token, brand: brandWord, clock, transport });
  const group: unknown = Reflect.get(client, named.group);
  const method: unknown = isRecord(group) && Reflect.get(group, named.name.slice(named.group.length + 1));
  if (typeof method !== "function") throw new Error(`The client has no ${named.name}.`);
  const start = clock.now();
  const result: unknown = await clock.run(
    method(args, {}).then(
      () => "resolved",
      (error: unknown) => error,
    ),
  );
  return { result, sent, received: emulator.control.requests().length, waited: clock.now() - start };
}

const isRead = ({ named }: OperationRequest) => named.operation.call.startsWith("GET ");

test("every operation that reads is sent once", async () => {
  const reads = tried.filter(isRead);
  for (const one of reads) {
    expect([one.named.name, await callReadOnly(one)]).toEqual([
      one.named.name,
      { result: "resolved", sent: ["GET"], received: 1, waited: 0 },
    ]);
  }
  expect(reads.length).toBeGreaterThan(20);
});

test("no other operation reaches the transport behind it, and each fails immediately with the reason", async () => {
  const writes = tried.filter((one) => !isRead(one));
  for (const one of writes) {
    const { result, ...seen } = await callReadOnly(one);
    expect([one.named.name, seen]).toEqual([one.named.name, { sent: [], received: 0, waited: 0 }]);
    expect(result).toBeInstanceOf(NodecloudError);
    expect(result).toMatchObject({ code: "input", effect: "none", attempts: [{ failure: "READ_ONLY" }] });
    const [method] = one.named.operation.call.split(" ");
    expect(String(result)).toContain(`drift detection only reads, and may not send ${method}`);
  }
  expect(tried).toHaveLength(allOperations.length);
});
