import { startService } from "./command";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.emulator.control.reset());
afterAll(() => service.close());

/** Colors, a title, C1 controls, a return, bidi marks, line separators, hidden letters. */
const nasty = "x\u001b[31m\u001b[2J\u001b]0;title\u0007\u009b1m\r\u202e\u2066\u200b\u2028\u2029\u{e0041}\ny";
const acting = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const item = {
  id: 7,
  label: nasty,
  status: nasty,
  [nasty]: nasty,
  tags: [nasty],
  specs: { [nasty]: { deep: [nasty] } },
};
const answer = (operation: string, body: object, status = 200, headers = {}) =>
  service.emulator.control.faults.add({
    operation,
    effect: { status, body: JSON.parse(JSON.stringify(body)), headers },
  });
const page = (data: readonly object[]) => ({ data, page: 1, pages: 1, results: data.length });

describe("nothing of the service acts on a terminal", () => {
  it.each<[string, object]>([
    ["instances list --table", {}],
    ["instances list", { width: 80 }],
    ["instances list --json", { width: 80 }],
    ["instances list", {}],
    ["instances list --page 1", {}],
    ["instances list --page 1 --table", {}],
    ["instances list --columns id,label,tags,specs", {}],
    ["instances view 7", { width: 80 }],
    ["instances view 7", {}],
  ])("that prints: %s %j", async (words, around) => {
    answer("instances.list", page([item, item, { ...item, id: 8 }]));
    answer("instances.view", item);
    const { code, stdout, stderr } = await service.run(words.split(" "), around);
    expect(code).toBe(0);
    expect(stdout).toContain("x");
    expect({ words, acts: acting.exec(stdout + stderr) }).toEqual({ words, acts: null });
    expect(stdout.split("\n").length).toBeLessThan(100);
  });

  it.each<[string, object]>([
    ["an error", { errors: [{ reason: nasty, field: nasty }, { reason: nasty }] }],
    ["an error of another form", { error: nasty }],
  ])("that is %s", async (_, body) => {
    const headers = { "x-request-id": "a\u0085b", "content-type": "text/html" };
    answer("instances.view", body, 400, headers);
    const { code, stdout, stderr } = await service.run("instances view 7".split(" "));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .*400.*\n$/);
    expect(acting.exec(stderr)).toBeNull();
  });

  it("that the command line repeats", async () => {
    for (const words of [
      [nasty],
      ["instances", nasty],
      ["instances", "list", `--${nasty}`],
      ["instances", "list", "--columns", nasty],
      ["images", "view", nasty],
      ["instances", "create", "--region", nasty, "--type", "a", "--dry-run"],
    ]) {
      const { stdout, stderr } = await service.run(words);
      expect({ words, acts: acting.exec(stdout + stderr) }).toEqual({ words, acts: null });
      expect(stdout + stderr).not.toBe("");
    }
  });
});

it("JSON means what the service said, members and their names", async () => {
  answer("instances.list", page([item]));
  const { stdout } = await service.run("instances list".split(" "));
  expect(JSON.parse(stdout)).toEqual([item]);
  expect(stdout).toContain("\\u009b");
  expect(stdout).toContain("\\u202e");
});
