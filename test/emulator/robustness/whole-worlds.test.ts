import { once } from "node:events";
import { connect } from "node:net";
import { nextTurn, VirtualClock } from "../../../src/clock";
import { brandOf } from "../../../src/contract";
import { createEmulator } from "../../../src/emulator";
import { createControl } from "../../../src/emulator/create-control";
import { Snapshots } from "../../../src/emulator/data/snapshots";
import { appFor } from "../../../src/emulator/http/app";
import { Runtime } from "../../../src/emulator/runtime";
import { Semaphore } from "../../../src/semaphore";

const requestTo = (path: string, method = "GET") =>
  new Request(`http://127.0.0.1/_emulator${path}`, { method });

describe.each([
  ["GET", "/world"],
  ["GET", "/requests"],
  ["GET", "/requests/1/world"],
  ["GET", "/snapshots/first"],
  ["PUT", "/snapshots/second"],
  ["POST", "/snapshots/first/load"],
  ["POST", "/reset"],
])("%s %s, which may take long", (method, path) => {
  it("leaves other callers of the port some turns after each request", async () => {
    const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
    const runtime = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
    const control = createControl(runtime);
    const app = appFor(brandOf("node"));
    const env = { runtime, control, queue: new Semaphore(1) };
    await app.fetch(new Request("http://127.0.0.1/v4/regions"), env);
    control.snapshots.save("first");
    let turn = 0;
    let isOver = false;
    const countTurns = async () => {
      for (; !isOver; turn++) await nextTurn();
    };
    const counting = countTurns();
    const turns = await Promise.all(
      [1, 2, 3].map(async () => {
        expect((await app.fetch(requestTo(path, method), env)).status).toBe(200);
        return turn;
      }),
    );
    isOver = true;
    await counting;
    const [first = 0, second = 0, third = 0] = turns;
    expect(Math.min(first, second - first, third - second)).toBeGreaterThanOrEqual(3);
  });
});

it("does not let the time of a virtual clock pass while it serves requests in the same process", async () => {
  const clock = new VirtualClock();
  const emulator = createEmulator({ clock });
  const startedAt = clock.now();
  void clock.sleep(5000);
  await clock.run(Promise.all([1, 2, 3, 4, 5, 6].map(() => emulator.fetch(requestTo("/world")))));
  expect(clock.now()).toBe(startedAt);
});

it("does not build worlds for callers that have disconnected before their turn", async () => {
  const emulator = createEmulator();
  const world = emulator.control.world();
  emulator.control.snapshots.save("first");
  const served = jest.spyOn(Snapshots.prototype, "load").mockImplementation(() => {
    // Takes as long as loading a large world does.
    const until = performance.now() + 100;
    while (performance.now() < until);
    return world;
  });
  const server = await emulator.listen();
  const text = `GET /_emulator/snapshots/first HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
  const disconnecting = Array.from({ length: 20 }, () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(text, () => socket.destroy());
    return once(socket, "close");
  });
  await Promise.all(disconnecting);
  const response = await fetch(new URL("/_emulator/snapshots/first", server.url));
  expect(response.status).toBe(200);
  expect(served.mock.calls.length).toBeLessThan(5);
  await server.close();
});
