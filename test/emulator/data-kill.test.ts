import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import { type KeptChild, KeptChildren } from "./kept-children";

const kills = 52;
const clients = 4;
/** A round ends in the middle of the call that follows on so many answers. */
const mostAnswers = 40;
/** Each client keeps about so many instances. */
const usual = 6;

const seed = Number(process.env.NODECLOUD_TEST_SEED ?? Date.now() % 1e9);

/** What a client did to a thing and knows of it; undefined: it is deleted. */
interface Known {
  /** What it may be: as answered last, or as a call that was not answered would have made it. */
  states: (string | undefined)[];
}

/** What all clients know together, from answers alone. */
class Book {
  readonly instances = new Map<number, Known>();
  readonly oauthClients = new Map<string, Known>();
  /** Creates that were sent and not answered. */
  unanswered = 0;
  newest = 0;
  answers = 0;
  #end = 0;
  #reached: () => void = () => undefined;

  /** Resolves when so many more answers have come. */
  enough(more: number): Promise<void> {
    this.#end = this.answers + more;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  answered(): void {
    this.answers += 1;
    if (this.answers >= this.#end) this.#reached();
  }
}

const sign = (label: string, tags: readonly string[], backups: boolean) =>
  JSON.stringify([label, tags, backups]);

test(`kill -9 under load, ${kills} times: nothing answered is lost, nothing deleted is back, no id is given twice`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "nodecloud-kill-"));
  const children = new KeptChildren(folder);
  const chance = new VirtualClock({ seed });
  const book = new Book();
  try {
    for (let round = 0; round < kills; round++) {
      const child = await children.start();
      await compare(child, book);
      const enough = book.enough(Math.floor(chance.random() * mostAnswers));
      const work = Promise.all(
        Array.from({ length: clients }, (_, index) => load(child, book, chance, index)),
      );
      await Promise.race([enough, work]);
      await child.kill();
      await work;
    }
    const child = await children.start();
    await compare(child, book);
    expect(book.answers).toBeGreaterThan(kills * 5);
    await child.kill();
  } catch (error) {
    throw new Error(`With NODECLOUD_TEST_SEED=${seed}: ${String(error)}`, { cause: error });
  } finally {
    await children.close();
    rmSync(folder, { recursive: true });
  }
}, 180_000);

/** One client: calls one after the other until the process is gone. */
async function load(child: KeptChild, book: Book, chance: VirtualClock, index: number): Promise<void> {
  try {
    for (;;) {
      await act(child, book, chance, index);
      book.answered();
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

class Refused extends Error {}

async function act(child: KeptChild, book: Book, chance: VirtualClock, index: number): Promise<void> {
  const own = [...book.instances].filter(
    ([id, { states }]) => id % clients === index && states[0] !== undefined,
  );
  const dice = chance.random();
  if (dice < 0.1) return actOnClients(child, book, chance, index);
  const [id, known] = own[Math.floor(chance.random() * own.length)] ?? [];
  if (id === undefined || !known || (own.length < usual && dice < 0.5)) return create(child, book, chance);
  const [label, , backups] = JSON.parse(known.states[0] ?? "[]");
  if (dice < 0.7) {
    const tags = [chance.token(5)];
    const made = sign(label, tags, backups);
    await change(known, made, () => child.call("PUT", `/node/instances/${id}`, { tags }));
  } else if (dice < 0.8 && !backups) {
    const made = sign(label, JSON.parse(known.states[0] ?? "[]")[1], true);
    await change(known, made, () => child.call("POST", `/node/instances/${id}/backups/enable`));
  } else {
    await change(known, undefined, () => child.call("DELETE", `/node/instances/${id}`));
  }
}

async function create(child: KeptChild, book: Book, chance: VirtualClock): Promise<void> {
  const label = `i-${chance.token(8)}`;
  book.unanswered += 1;
  const { body } = checked(
    await child.call("POST", "/node/instances", { region: "us-east", type: "g1-nano-1", label }),
  );
  book.unanswered -= 1;
  if (book.instances.has(body.id)) throw new Refused(`The id ${body.id} was given twice`);
  book.instances.set(body.id, { states: [sign(label, [], false)] });
}

async function actOnClients(
  child: KeptChild,
  book: Book,
  chance: VirtualClock,
  index: number,
): Promise<void> {
  const own = [...book.oauthClients].filter(
    ([id, { states }]) =>
      states[0] !== undefined && book.oauthClients.size > 8 && id.charCodeAt(0) % clients === index,
  );
  const [id, known] = own[0] ?? [];
  if (id !== undefined && known) {
    await change(known, undefined, () => child.call("DELETE", `/account/oauth-clients/${id}`));
    return;
  }
  const label = chance.token(8);
  const body = { label, redirect_uri: "https://portal.example.com" };
  const { body: made } = checked(await child.call("POST", "/account/oauth-clients", body));
  book.oauthClients.set(made.id, { states: [label] });
}

/** What a call changes is one of two things until its answer is there. */
async function change(
  known: Known,
  made: string | undefined,
  call: () => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<void> {
  known.states = [...known.states, made];
  checked(await call());
  known.states = [made];
}

function checked<T extends { readonly status: number; readonly body: unknown }>(answer: T): T {
  if (answer.status === 200) return answer;
  throw new Refused(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Compares what is there with what was answered, and learns what became of the calls that were not. */
async function compare(child: KeptChild, book: Book): Promise<void> {
  const { body: instances } = checked(await child.call("GET", "/node/instances?page_size=500"));
  const there = new Map<number, string>();
  for (const { id, label, tags, backups } of instances.data)
    there.set(id, sign(label, tags, backups.enabled));
  settle(book.instances, there);
  const unknown = [...there].filter(([id]) => !book.instances.has(id));
  expect(unknown.length).toBeLessThanOrEqual(book.unanswered);
  for (const [id, state] of unknown) {
    expect(id).toBeGreaterThan(book.newest);
    book.instances.set(id, { states: [state] });
  }
  book.unanswered = 0;
  book.newest = Math.max(book.newest, ...book.instances.keys());
  const { body: clients } = checked(await child.call("GET", "/account/oauth-clients?page_size=500"));
  const labels = new Map<string, string>();
  for (const { id, label } of clients.data) labels.set(id, label);
  settle(book.oauthClients, labels);
}

function settle<K>(book: Map<K, Known>, there: ReadonlyMap<K, string>): void {
  for (const [id, known] of book) {
    const now = there.get(id);
    if (!known.states.includes(now)) {
      throw new Refused(
        `${id} is ${now ?? "gone"}, and was answered to be ${known.states.map((state) => state ?? "deleted").join(" or ")}`,
      );
    }
    known.states = [now];
  }
}
