import { startService } from "./command";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.emulator.control.reset());
afterAll(() => service.close());

/** Colors, a window title, C1 controls, a carriage return, bidi marks, line separators and invisible letters. */
const hostile =
  "x\u001b[31m\u001b[2J\u001b]0;title\u0007\u009b1m\r\u202e\u2066\u200b\u2028\u2029\u{e0041}\ny";
const controlCharacter = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const item = {
  id: 7,
  label: hostile,
  status: hostile,
  [hostile]: hostile,
  tags: [hostile],
  specs: { [hostile]: { deep: [hostile] } },
};
const respondWith = (operation: string, body: object, status = 200, headers = {}) =>
  service.emulator.control.faults.add({
    operation,
    effect: { status, body: JSON.parse(JSON.stringify(body)), headers },
  });
const page = (data: readonly object[]) => ({ data, page: 1, pages: 1, results: data.length });

describe("control characters are not printed", () => {
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
  ])("of a response: %s %j", async (words, context) => {
    respondWith("instances.list", page([item, item, { ...item, id: 8 }]));
    respondWith("instances.view", item);
    const { code, stdout, stderr } = await service.run(words.split(" "), context);
    expect(code).toBe(0);
    expect(stdout).toContain("x");
    expect({ words, found: controlCharacter.exec(stdout + stderr) }).toEqual({ words, found: null });
    expect(stdout.split("\n").length).toBeLessThan(100);
  });

  it.each<[string, object]>([
    ["an error", { errors: [{ reason: hostile, field: hostile }, { reason: hostile }] }],
    ["an error of another form", { error: hostile }],
  ])("of %s", async (_, body) => {
    const headers = { "x-request-id": "a\u0085b", "content-type": "text/html" };
    respondWith("instances.view", body, 400, headers);
    const { code, stdout, stderr } = await service.run("instances view 7".split(" "));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .*400.*\n$/);
    expect(controlCharacter.exec(stderr)).toBeNull();
  });

  it("of the command line", async () => {
    for (const words of [
      [hostile],
      ["instances", hostile],
      ["instances", "list", `--${hostile}`],
      ["instances", "list", "--columns", hostile],
      ["images", "view", hostile],
      ["instances", "create", "--region", hostile, "--type", "a", "--dry-run"],
    ]) {
      const { stdout, stderr } = await service.run(words);
      expect({ words, found: controlCharacter.exec(stdout + stderr) }).toEqual({ words, found: null });
      expect(stdout + stderr).not.toBe("");
    }
  });
});

it("prints JSON that parses to the service's response", async () => {
  respondWith("instances.list", page([item]));
  const { stdout } = await service.run("instances list".split(" "));
  expect(JSON.parse(stdout)).toEqual([item]);
  expect(stdout).toContain("\\u009b");
  expect(stdout).toContain("\\u202e");
});
