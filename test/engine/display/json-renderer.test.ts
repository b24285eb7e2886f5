import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SourceFile } from "../../../src/reference/source-file";
import { Secret, signatureKey, signatures } from "../../../src/state";
import { pair, thing, World } from "../world";
import { show } from "./show";

function parsed(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

it("prints one event per line, from `started` to `finished`", async () => {
  const world = new World();
  const { events } = await world.up(pair());
  const kinds = parsed(show(events, "json")).map(({ kind }) => kind);
  expect(kinds).toEqual(events.map(({ kind }) => kind));
  expect([kinds[0], kinds.at(-1)]).toEqual(["started", "finished"]);
});

it("lists the changes of a step by path and which of them replace", async () => {
  const world = new World();
  await world.up(pair());
  const { events } = await world.up(pair("south", "y"));
  const done = parsed(show(events, "json")).filter(({ kind }) => kind === "stepDone");
  expect(done).toContainEqual(
    expect.objectContaining({
      step: expect.objectContaining({
        kind: "createReplacement",
        name: "first",
        changes: [{ path: "region", before: "north", after: "south", replaces: true }],
        old: expect.objectContaining({ id: "1" }),
        new: expect.objectContaining({ id: "3", outputs: expect.objectContaining({ address: "10.0.0.3" }) }),
      }),
    }),
  );
});

it("contains why a resource is not ready", async () => {
  const world = new World();
  world.onCreate = async (inputs, id) => {
    throw Object.assign(new Error("slow"), { id, properties: inputs, reasons: ["booting"] });
  };
  await world.up(pair());
  world.onCreate = async () => undefined;
  const { events } = await world.up(pair());
  const done = parsed(show(events, "json")).filter(({ kind }) => kind === "stepDone");
  expect(done.map(({ step }) => step)).toContainEqual(
    expect.objectContaining({
      name: "first",
      old: expect.objectContaining({ initErrors: ["booting"] }),
      new: expect.objectContaining({ initErrors: [] }),
    }),
  );
});

it("contains no code and no content of assets", async () => {
  const world = new World();
  const logo = { [signatureKey]: signatures.asset, hash: "50db240d", text: "canary" };
  const { events } = await world.run("preview", async (register) => {
    await register(thing("a", { logo, list: [logo], secret: new Secret("canary") }));
    return {};
  });
  const text = show(events, "json");
  expect(text).toContain('"logo":{"asset":{"hash":"50db240d"}}');
  expect(text).not.toMatch(/canary|__provider/);
});

it.each([
  ["events.ts", "Step"],
  ["events.ts", "Counts"],
  ["remaining-work.ts", "RemainingWork"],
])("prints no field of %s (%s) that docs/engine.md does not describe", (file, name) => {
  const page = readFileSync(join(__dirname, "../../../docs/engine.md"), "utf8");
  const [, section = ""] = /^### `--json`$(.*?)^## /ms.exec(page) ?? [];
  const { members } = new SourceFile(`engine/core/${file}`).interface(name);
  expect(members.length).toBeGreaterThan(7);
  expect(members.map((member) => member.name).filter((field) => !section.includes(`\`${field}\``))).toEqual(
    [],
  );
});
