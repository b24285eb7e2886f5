import { VirtualClock } from "../../../src/clock";
import { none, StatusMachine } from "../../../src/emulator/models/transitions";
import { Runtime } from "../../../src/emulator/runtime";

interface Lamp {
  readonly status: string;
}

const brand = "acme";
/** The calls of the rules, in order. */
let log: unknown[];

const lamps = new StatusMachine({
  transitions: {
    install: { from: [none], to: "off", next: "warmUp" },
    warmUp: { from: ["off"], to: "on", after: "bootingSeconds" },
    dim: { from: "any", to: "dimmed", after: { setting: "bootingSeconds", share: 0.5 }, ends: "finished" },
    remove: { from: ["on", "dimmed"], to: none, after: { hours: 2 } },
  },
  statusOf: (lamp: Lamp) => lamp.status,
  enter: (_, lamp, status, { ends }) => {
    log.push(["enter", lamp.status, status, ends]);
    return { status };
  },
  remove: (_, lamp) => void log.push(["remove", lamp.status]),
  dueOf: ({ status }, name) => ({ kind: "monthEnd", euuid: `${status} ${name}` }),
});

function startState() {
  const clock = new VirtualClock();
  const settings = { bootingSeconds: 20 };
  const none = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const service = new Runtime({ clock, brand, settings, ...none });
  const planned = () =>
    service.world.timeline
      .all()
      .flatMap(({ at, due }) =>
        due.kind === "monthEnd" && due.euuid.includes(" ") ? [[due.euuid, at - service.now()]] : [],
      );
  return { service, planned };
}

beforeEach(() => {
  log = [];
});

describe("a status machine", () => {
  it("carries out a transition immediately and plans the next one after its delay", () => {
    const { service, planned } = startState();
    expect(lamps.apply(service, { status: none }, "install")).toEqual({ status: "off" });
    expect(log).toEqual([["enter", none, "off", undefined]]);
    expect(planned()).toEqual([["off warmUp", 20_000]]);
  });

  it("plans nothing after the last transition", () => {
    const { service, planned } = startState();
    expect(lamps.apply(service, { status: "off" }, "warmUp")).toEqual({ status: "on" });
    expect(planned()).toEqual([]);
  });

  it("changes nothing when the status does not allow the transition", () => {
    const { service, planned } = startState();
    const lamp = { status: "on" };
    expect(lamps.apply(service, lamp, "install")).toBe(lamp);
    expect([log, planned()]).toEqual([[], []]);
  });

  it("carries out a transition from any status", () => {
    const { service } = startState();
    expect(lamps.apply(service, { status: "broken" }, "dim")).toEqual({ status: "dimmed" });
    expect(log).toEqual([["enter", "broken", "dimmed", "finished"]]);
  });

  it("removes an object on a transition to none", () => {
    const { service } = startState();
    lamps.apply(service, { status: "dimmed" }, "remove");
    expect(log).toEqual([["remove", "dimmed"]]);
  });

  it("knows which transitions a status allows", () => {
    expect(lamps.allows({ status: "on" }, "remove")).toBe(true);
    expect(lamps.allows({ status: "off" }, "remove")).toBe(false);
    expect(lamps.allows({ status: "off" }, "dim")).toBe(true);
  });

  it("delays by a setting, a share of one, a fixed time, or not at all", () => {
    const { service } = startState();
    const names = ["install", "warmUp", "dim", "remove"] as const;
    expect(names.map((name) => lamps.delayOf(service, name))).toEqual([0, 20_000, 10_000, 7_200_000]);
  });

  it("plans a transition after a given delay", () => {
    const { service, planned } = startState();
    lamps.plan(service, { status: "off" }, "warmUp", 5);
    expect(planned()).toEqual([["off warmUp", 5]]);
  });

  it("ignores names that are not transitions", () => {
    const { service, planned } = startState();
    for (const name of ["explode", "constructor"]) {
      lamps.applyNamed(service, { status: "off" }, name);
      lamps.planNamed(service, { status: "off" }, name);
    }
    expect([log, planned()]).toEqual([[], []]);
    lamps.applyNamed(service, { status: "off" }, "warmUp");
    lamps.planNamed(service, { status: "off" }, "warmUp");
    expect([log, planned()]).toEqual([[["enter", "off", "on", undefined]], [["off warmUp", 20_000]]]);
  });
});
