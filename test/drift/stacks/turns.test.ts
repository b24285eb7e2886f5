import { Turns } from "../../../src/drift/stacks/turns";

it("lets so much work run at once, and the rest in the order it came", async () => {
  const turns = new Turns(2);
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    turns.run(async () => {
      events.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const work = ["a", "b", "c", "d"].map(start);
  await settle();
  expect(events).toEqual(["a", "b"]);
  ends.get("b")?.();
  await settle();
  expect(events).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) ends.get(name)?.();
  await settle();
  ends.get("d")?.();
  expect(await Promise.all(work)).toEqual(["a", "b", "c", "d"]);
});

it("passes a turn on after a failure, and has its places free again at the end", async () => {
  const turns = new Turns(1);
  const failing = turns.run(async () => {
    throw new Error("failed");
  });
  const next = turns.run(async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
  expect(await turns.run(async () => "later")).toBe("later");
});
