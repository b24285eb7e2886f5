import { TestStack } from "../../src/testing";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  web,
  webFrom,
} from "./programs";

/** A stack in whose world an instance lives that no state knows: id 1. */
async function withStranger() {
  const stack = new TestStack();
  const { client } = stack.services();
  await stack.clock.run(
    client.instances.create({
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "their-own-password",
      label: "theirs",
      tags: ["old"],
    }),
  );
  await stack.clock.advance(120_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("adopting an instance", () => {
  it("takes it over by its id, sets what is declared and resets nothing", async () => {
    const stack = await withStranger();
    const program = webFrom({ adopt: 1, tags: ["new"] });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "theirs", tags: ["new"], status: "running" }]);
    expect(callsTo(stack)).not.toContain("POST /v4/node/instances");
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("is announced by a preview as an adoption", async () => {
    const stack = await withStranger();
    await stack.preview(webFrom({ adopt: 1 }));
    expect(stack.messages.map(({ message }) => message)).toContain(
      "adopts the existing instance 1 instead of creating one",
    );
  });

  it("never replaces it for what the service does not give back, then or after `adopt` is gone", async () => {
    const stack = await withStranger();
    const declared = { ...smallInstance, authorizedKeys: ["ssh-ed25519 AAAA"], swapSize: 1024 };
    expect(failuresOf(await stack.up(webFrom({ ...declared, adopt: 1 })))).toEqual([]);
    expect(stepsOf(await stack.up(webFrom(declared)))).toEqual(["update web"]);
    expect(stepsOf(await stack.up(webFrom(declared)))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it("is refused, with nothing changed, where a create-only argument differs", async () => {
    const stack = await withStranger();
    const outcome = await stack.up(webFrom({ adopt: 1, region: "us-central", tags: ["new"] }));
    expect(failuresOf(outcome).join()).toMatch(
      /adopt: instance 1 was not adopted or changed.*region is "us-east" and not "us-central"/s,
    );
    expect(instancesIn(stack)).toMatchObject([{ tags: ["old"] }]);
  });

  it("is refused for an id that does not exist, and nothing is created", async () => {
    const stack = await withStranger();
    expect(failuresOf(await stack.up(webFrom({ adopt: 99 }))).join()).toMatch(/there is no instance 99/);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("refuses a change that would replace it while `adopt` is set", async () => {
    const stack = await withStranger();
    await stack.up(web({ adopt: 1 }));
    const outcome = await stack.up(web({ adopt: 1, type: "g1-standard-1" }));
    expect(failuresOf(outcome).join()).toMatch(/type: can't change while `adopt` is set/);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, type: "g1-nano-1" }]);
  });

  it("does not destroy it when the user forces a replacement", async () => {
    const stack = await withStranger();
    await stack.up(web({ adopt: 1 }));
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    const outcome = await stack.up(web({ adopt: 1 }), { replace: [resource?.urn ?? ""] });
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it("manages it from then on: it is deleted with its resource", async () => {
    const stack = await withStranger();
    await stack.up(web({ adopt: 1 }));
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it("boots it only when `booted` asks for that", async () => {
    const stack = await withStranger();
    stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false });
    await stack.up(webFrom({ adopt: 1 }));
    expect(instancesIn(stack)).toMatchObject([{ status: "offline" }]);
    await stack.up(webFrom({ adopt: 1, booted: true }));
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });
});
