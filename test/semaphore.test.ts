import { Semaphore } from "../src/semaphore";

it("runs as many pieces of work at a time as it allows, and starts the others in the order in which they arrived", async () => {
  const semaphore = new Semaphore(2);
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const start = (name: string) =>
    semaphore.run(async () => {
      started.push(name);
      await new Promise<void>((resolve) => finish.set(name, resolve));
      return name;
    });
  const flushPromises = () => new Promise((resolve) => setImmediate(resolve));
  const work = ["a", "b", "c", "d"].map(start);
  await flushPromises();
  expect(started).toEqual(["a", "b"]);
  finish.get("b")?.();
  await flushPromises();
  expect(started).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) finish.get(name)?.();
  await flushPromises();
  finish.get("d")?.();
  expect(await Promise.all(work)).toEqual(["a", "b", "c", "d"]);
});

it("starts the next piece of work after a failure, and more once nothing is running", async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(async () => {
    throw new Error("failed");
  });
  const next = semaphore.run(async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
  expect(await semaphore.run(async () => "later")).toBe("later");
});

it("runs at least one piece of work at a time", async () => {
  expect(await new Semaphore(0).run(async () => "done")).toBe("done");
});
