import { startService } from "./command";

let service: Awaited<ReturnType<typeof startService>>;
const instances = 30;
beforeAll(async () => {
  service = await startService({ settings: { rateLimits: "off" } });
  for (let index = 1; index <= instances; index++)
    await service.run(
      `instances create --region us-east --type g1-nano-1 --label web-${index} --tags tag-${index}`.split(
        " ",
      ),
    );
}, 30_000);
afterAll(() => service.close());
const run = (words: string, context = {}) => service.run(words.split(" "), context);
const lines = (text: string) => text.trimEnd().split("\n");

describe("JSON, when the output is not a terminal", () => {
  it("is one list of all pages, or of --limit items", async () => {
    const before = service.emulator.control.requests().length;
    const { stdout } = await run("instances list --page-size 25");
    const pages = service.emulator.control.requests().slice(before);
    expect(JSON.parse(stdout).map((one: { id: number }) => one.id)).toEqual(
      Array.from({ length: instances }, (_, index) => index + 1),
    );
    expect(pages.map(({ path }) => path.split("?")[1])).toEqual([
      "page=1&page_size=25",
      "page=2&page_size=25",
    ]);
    expect(JSON.parse((await run("instances list --limit 3")).stdout)).toHaveLength(3);
    expect((await run("entity-transfers list")).stdout).toBe("[]\n");
  });

  it("is one page with its envelope for --page", async () => {
    const { stdout } = await run("instances list --page 2 --page-size 25");
    expect(JSON.parse(stdout)).toMatchObject({ page: 2, pages: 2, results: instances });
    expect(JSON.parse(stdout).data).toHaveLength(instances - 25);
  });

  it("has the service's field names, and is printed on a terminal with --json", async () => {
    const { stdout } = await run("instances view 1 --json", { width: 80 });
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      watchdog_enabled: true,
      backups: { last_successful: null },
    });
    expect((await run("events seen 1")).stdout).toBe("{}\n");
  });
});

describe("a table, on a terminal", () => {
  it("has as many columns as fit, single values first, and no empty ones", async () => {
    for (const width of [40, 80, 120]) {
      const rows = lines((await run("instances list", { width })).stdout);
      expect(rows).toHaveLength(instances + 1);
      expect(rows[0]).toMatch(/^id +label +region/);
      expect(rows[0]).not.toMatch(/group|specs/);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
    }
  });

  it("has the columns of --columns in full width, with or without a terminal", async () => {
    const { stdout } = await run(
      "instances list --columns id,watchdogEnabled,backups.schedule,specs.memory,tags --limit 1",
    );
    expect(lines(stdout)).toEqual([
      "id  watchdog_enabled  backups.schedule            specs.memory  tags",
      '1   true              {"day":null,"window":null}  1024          tag-1',
    ]);
  });

  it("truncates a long value to 40 characters, unless --columns names its column", async () => {
    const label = `long-${"x".repeat(50)}`;
    const args = `--label ${label} --redirect-uri https://a.example`;
    expect((await run(`oauth-clients create ${args}`)).code).toBe(0);
    const shown = (await run("oauth-clients list", { width: 200 })).stdout;
    expect(shown).toContain(` ${label.slice(0, 39)}…`);
    expect(shown).not.toContain(label);
    expect(lines((await run("oauth-clients list --columns label", { width: 200 })).stdout)).toEqual([
      "label",
      label,
    ]);
  });

  it("of a single object has a line for each field, including nested ones", async () => {
    const { stdout } = await run("instances view 1 --table");
    expect(stdout).toMatch(/^label +web-1$/m);
    expect(stdout).toMatch(/^specs\.memory +1024$/m);
    expect(lines((await run("instances view 1 --columns id,region", { width: 80 })).stdout)).toEqual([
      "id      1",
      "region  us-east",
    ]);
    expect((await run("events seen 1", { width: 80 })).stdout).toBe("Done.\n");
  });
});

it("exits without a message when the reader closes the output", async () => {
  expect(await run("instances list", { closedAfter: 2 })).toMatchObject({ code: 0, stderr: "" });
});
