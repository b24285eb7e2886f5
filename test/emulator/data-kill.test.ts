import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import { type EmulatorProcess, EmulatorProcesses } from "./emulator-processes";

/** The variable EMULATOR_KILLS overrides it. */
const kills = Number(process.env.EMULATOR_KILLS ?? 10);
const clients = 4;
/** A process is killed after up to this many responses, in the middle of the next call. */
const maxResponses = 40;
/** Roughly the number of instances that each client keeps. */
const targetInstances = 6;

const seed = Number(process.env.NODECLOUD_TEST_SEED ?? Date.now() % 1e9);

jest.setTimeout(60_000 + 8_000 * kills);

/** The clients' knowledge about an object. */
interface KnownObject {
  /**
   * Its possible states: the one in the last response, and the one that a call without a response may have caused. Undefined if it is
   * deleted.
   */
  states: (string | undefined)[];
}

/** The knowledge of all clients together from the responses. */
class Ledger {
  readonly instances = new Map<number, KnownObject>();
  readonly oauthClients = new Map<string, KnownObject>();
  /** The number of create requests without a response. */
  pending = 0;
  highestId = 0;
  responses = 0;
  #end = 0;
  #reached: () => void = () => undefined;

  /** Resolves after a number of further responses. */
  waitFor(more: number): Promise<void> {
    this.#end = this.responses + more;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  countResponse(): void {
    this.responses += 1;
    if (this.responses >= this.#end) this.#reached();
  }
}

const describeInstance = (label: string, tags: readonly string[], backups: boolean) =>
  JSON.stringify([label, tags, backups]);

test(`kill -9 under load, ${kills} times: no confirmed change is lost, no deleted object returns, no id is used twice`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "nodecloud-kill-"));
  const processes = new EmulatorProcesses(folder);
  const random = new VirtualClock({ seed });
  const ledger = new Ledger();
  try {
    for (let round = 0; round < kills; round++) {
      const emulator = await processes.start();
      await compare(emulator, ledger);
      const reached = ledger.waitFor(Math.floor(random.random() * maxResponses));
      const work = Promise.all(
        Array.from({ length: clients }, (_, index) => load(emulator, ledger, random, index)),
      );
      await Promise.race([reached, work]);
      await emulator.kill();
      await work;
    }
    const emulator = await processes.start();
    await compare(emulator, ledger);
    expect(ledger.responses).toBeGreaterThan(kills * 5);
    await emulator.kill();
  } catch (error) {
    throw new Error(`With NODECLOUD_TEST_SEED=${seed}: ${String(error)}`, { cause: error });
  } finally {
    await processes.close();
    rmSync(folder, { recursive: true });
  }
});

/** One client: makes calls one after the other until the process ends. */
async function load(
  emulator: EmulatorProcess,
  ledger: Ledger,
  random: VirtualClock,
  index: number,
): Promise<void> {
  try {
    for (;;) {
      await act(emulator, ledger, random, index);
      ledger.countResponse();
    }
  } catch (error) {
    if (error instanceof Contradiction) throw error;
  }
}

class Contradiction extends Error {}

async function act(
  emulator: EmulatorProcess,
  ledger: Ledger,
  random: VirtualClock,
  index: number,
): Promise<void> {
  const own = [...ledger.instances].filter(
    ([id, { states }]) => id % clients === index && states[0] !== undefined,
  );
  const choice = random.random();
  if (choice < 0.1) return actOnClients(emulator, ledger, random, index);
  const [id, known] = own[Math.floor(random.random() * own.length)] ?? [];
  if (id === undefined || !known || (own.length < targetInstances && choice < 0.5))
    return create(emulator, ledger, random);
  const [label, , backups] = JSON.parse(known.states[0] ?? "[]");
  if (choice < 0.7) {
    const tags = [random.token(5)];
    const expected = describeInstance(label, tags, backups);
    await change(known, expected, () => emulator.call("PUT", `/node/instances/${id}`, { tags }));
  } else if (choice < 0.8 && !backups) {
    const expected = describeInstance(label, JSON.parse(known.states[0] ?? "[]")[1], true);
    await change(known, expected, () => emulator.call("POST", `/node/instances/${id}/backups/enable`));
  } else {
    await change(known, undefined, () => emulator.call("DELETE", `/node/instances/${id}`));
  }
}

async function create(emulator: EmulatorProcess, ledger: Ledger, random: VirtualClock): Promise<void> {
  const label = `i-${random.token(8)}`;
  ledger.pending += 1;
  const { body } = checkedReply(
    await emulator.call("POST", "/node/instances", { region: "us-east", type: "g1-nano-1", label }),
  );
  ledger.pending -= 1;
  if (ledger.instances.has(body.id)) throw new Contradiction(`The id ${body.id} was used twice`);
  ledger.instances.set(body.id, { states: [describeInstance(label, [], false)] });
}

async function actOnClients(
  emulator: EmulatorProcess,
  ledger: Ledger,
  random: VirtualClock,
  index: number,
): Promise<void> {
  const own = [...ledger.oauthClients].filter(
    ([id, { states }]) =>
      states[0] !== undefined && ledger.oauthClients.size > 8 && id.charCodeAt(0) % clients === index,
  );
  const [id, known] = own[0] ?? [];
  if (id !== undefined && known) {
    await change(known, undefined, () => emulator.call("DELETE", `/account/oauth-clients/${id}`));
    return;
  }
  const label = random.token(8);
  const body = { label, redirect_uri: "https://portal.example.com" };
  const { body: expected } = checkedReply(await emulator.call("POST", "/account/oauth-clients", body));
  ledger.oauthClients.set(expected.id, { states: [label] });
}

/** Until its response, the object may be in the state before or after the call. */
async function change(
  known: KnownObject,
  expected: string | undefined,
  call: () => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<void> {
  known.states = [...known.states, expected];
  checkedReply(await call());
  known.states = [expected];
}

function checkedReply<T extends { readonly status: number; readonly body: unknown }>(response: T): T {
  if (response.status === 200) return response;
  throw new Contradiction(`The response is ${response.status}: ${JSON.stringify(response.body)}`);
}

/** Compares the objects with the responses so far, and finds out whether calls without a response were carried out. */
async function compare(emulator: EmulatorProcess, ledger: Ledger): Promise<void> {
  const { body: instances } = checkedReply(await emulator.call("GET", "/node/instances?page_size=500"));
  const actual = new Map<number, string>();
  for (const { id, label, tags, backups } of instances.data)
    actual.set(id, describeInstance(label, tags, backups.enabled));
  settleStates(ledger.instances, actual);
  const unknown = [...actual].filter(([id]) => !ledger.instances.has(id));
  expect(unknown.length).toBeLessThanOrEqual(ledger.pending);
  for (const [id, state] of unknown) {
    expect(id).toBeGreaterThan(ledger.highestId);
    ledger.instances.set(id, { states: [state] });
  }
  ledger.pending = 0;
  ledger.highestId = Math.max(ledger.highestId, ...ledger.instances.keys());
  const { body: clients } = checkedReply(await emulator.call("GET", "/account/oauth-clients?page_size=500"));
  const labels = new Map<string, string>();
  for (const { id, label } of clients.data) labels.set(id, label);
  settleStates(ledger.oauthClients, labels);
}

function settleStates<K>(ledger: Map<K, KnownObject>, actual: ReadonlyMap<K, string>): void {
  for (const [id, known] of ledger) {
    const now = actual.get(id);
    if (!known.states.includes(now)) {
      throw new Contradiction(
        `${id} is ${now ?? "deleted"} instead of ${known.states.map((state) => state ?? "deleted").join(" or ")}`,
      );
    }
    known.states = [now];
  }
}
