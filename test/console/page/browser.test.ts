import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";
import { inBrowser, launchBrowser, requireBrowserInCI } from "../../browser";
import { hostileStrings } from "../../drift/report-builder";
import { newInstance } from "../../emulator/service";

requireBrowserInCI("the console");

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const views = ["world", "calls", "timeline", "faults", "changes", "settings", "snapshots"] as const;

it("is a page of less than 150 KB", () => {
  expect(statSync(join(__dirname, "../../../dist/console.html")).size).toBeLessThan(150_000);
});

inBrowser("the console in a browser", () => {
  const emulator = createEmulator({ settings: { rateLimits: "off", bootDelaySeconds: 0 } });
  let server: Awaited<ReturnType<typeof emulator.listen>>;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const requests: string[] = [];
  const messages: string[] = [];
  /** What the page asked in dialogs. */
  const questions: string[] = [];
  let isAnswerYes = true;

  const call = (method: string, path: string, body?: unknown) =>
    emulator.fetch(
      new Request(`${origin}/v4${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${wellKnownTokens.full}`,
          "User-Agent": "pulumi-nodecloud/1.0.0 (stack shop/dev)",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const create = (label: string) =>
    call("POST", "/node/instances", { ...newInstance, image: "node/debian12", label });
  const show = (view: (typeof views)[number]) => page.locator("nav .tab").nth(views.indexOf(view)).click();
  const rows = () => page.locator(".rows .row:visible");
  const labels = () => page.locator(".rows .row:visible .cell:nth-child(2)").allTextContents();
  const open = async (hash = "") => {
    await page.goto(`${origin}/${hash}`);
    await page.locator(".connection[data-tone=good]").waitFor();
  };

  beforeAll(async () => {
    server = await emulator.listen();
    origin = server.url.replace("/v4", "");
    browser = await launchBrowser();
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on("request", (sent) => requests.push(sent.url()));
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void (isAnswerYes ? dialog.accept() : dialog.dismiss());
    });
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    emulator.close();
  });

  beforeEach(async () => {
    questions.length = 0;
    isAnswerYes = true;
    await page.setViewportSize({ width: 1280, height: 720 });
    emulator.control.reset();
    emulator.control.clock.freeze();
    await open();
  });

  afterEach(() => {
    // The page requests only itself and the control paths, without a script error or a violation of the policy.
    const foreign = requests
      .splice(0)
      .filter(
        (url) =>
          url !== `${origin}/` &&
          !url.startsWith(`${origin}/_emulator/`) &&
          !url.startsWith("data:image/svg") &&
          !url.startsWith("blob:"),
      );
    expect(foreign.filter((url) => !url.startsWith(`${origin}/#`))).toEqual([]);
    // The browser reports requests that the emulator rejected, as some tests expect.
    expect(messages.splice(0).filter((text) => !/status of 40[014]/.test(text))).toEqual([]);
  });

  it("shows instances as they are created, change and are deleted", async () => {
    expect(await page.locator(".empty").textContent()).toContain("No instances.");
    await create("web");
    await page.getByRole("row", { name: /provisioning web/ }).waitFor();
    expect(await page.locator(".progress:visible .text").textContent()).toBe("create · 30 s left");
    await page.keyboard.press(".");
    await page.getByRole("row", { name: /booting web/ }).waitFor();
    await page.keyboard.press(".");
    await page.getByRole("row", { name: /running web/ }).waitFor();
    expect(await page.locator(".summary").textContent()).toBe("1 running");
    await create("worker");
    await page.getByText("worker", { exact: true }).waitFor();
    await page.fill("[aria-label='Search objects']", "work");
    expect(await labels()).toEqual(["worker"]);
    await page.fill("[aria-label='Search objects']", "");
    emulator.control.externalChange({ kind: "instance_delete", instanceId: 2 });
    await page.getByText("worker", { exact: true }).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: /Images/ }).click();
    await page.getByText("Debian 12").first().waitFor();
  });

  it("counts down the time that is left of an action", async () => {
    await create("web");
    await page.getByText("create · 30 s left").waitFor();
    emulator.control.clock.setSpeed(5);
    emulator.control.clock.freeze(false);
    await page.getByText(/^create · (?!30|29)\d+ s left$/).waitFor();
    emulator.control.clock.setSpeed(1);
  });

  it("shows an object as the API returns it, and which stack declares it", async () => {
    await create("web");
    await page.getByText("web", { exact: true }).click();
    const details = page.locator(".details");
    const json = JSON.parse((await details.locator("pre").textContent())!);
    expect(json).toEqual(await (await call("GET", "/node/instances/1")).json());
    expect(await details.locator("dl").textContent()).toContain("Stackshop/dev");
    emulator.control.changeInstance(1, { group: "changed" });
    await details.locator("pre", { hasText: "changed" }).waitFor();
    await details.getByRole("button", { name: /^call \d+$/ }).click();
    await details.getByText("instances.create").waitFor();
    expect(await details.textContent()).toContain("<REDACTED>");
    expect(await page.content()).not.toContain(newInstance.root_pass);
    await page.keyboard.press("Escape");
    expect(await details.isVisible()).toBe(false);
  });

  it("explains where an object that no call created may come from", async () => {
    await page.getByRole("tab", { name: /Images/ }).click();
    await page.getByText("Debian 12").first().click();
    const facts = page.locator(".details dl");
    await facts.getByText("before the log of this emulator began").waitFor();
    expect(await facts.locator("dt").allTextContents()).toContain("Created");
  });

  it("shows changes and searches immediately, and not only at its next tick", async () => {
    const other = await page.context().newPage();
    try {
      other.setDefaultTimeout(8000);
      await other.addInitScript("window.setInterval = () => 0");
      await other.goto(`${origin}/`);
      await other.locator(".connection[data-tone=good]").waitFor();
      await create("web");
      await other.getByText("web", { exact: true }).waitFor();
      // Changes that came while the page was hidden are shown when it is visible again.
      await other.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })");
      await create("worker");
      await page.getByText("worker", { exact: true }).waitFor();
      await other.evaluate(
        "delete document.hidden; void document.dispatchEvent(new Event('visibilitychange'))",
      );
      await other.getByText("worker", { exact: true }).waitFor();
      await other.locator("nav .tab").nth(views.indexOf("settings")).click();
      await other.locator(".setting").first().waitFor();
      await other.fill("[aria-label='Search settings']", "putOmitted");
      expect(await other.locator(".setting:visible h2").allTextContents()).toEqual(["putOmitted"]);
    } finally {
      await other.close();
    }
  });

  it("shows calls as they come in, and copies one as curl and as a test", async () => {
    await show("calls");
    emulator.control.faults.add({
      operation: "instances.create",
      when: "after",
      count: 1,
      effect: { status: 502 },
    });
    for (const label of ["web", "web"]) await create(label);
    await call("GET", "/nowhere");
    await rows().nth(2).waitFor();
    const cells = async (row: number) => rows().nth(row).locator(".cell").allTextContents();
    expect((await cells(2)).filter((_, index) => [4, 5, 8].includes(index))).toEqual([
      "instances.create",
      "502",
      "status",
    ]);
    expect((await cells(1)).filter((_, index) => [5, 7].includes(index))).toEqual(["400", "2"]);
    expect((await cells(0))[4]).toBe("unknown path");
    await page.selectOption("[aria-label=Outcome]", "faults");
    expect(await rows().count()).toBe(1);
    await rows().first().click();
    const copied = async (button: string) => {
      await page.evaluate("navigator.clipboard.writeText('')");
      await page.getByRole("button", { name: button }).click();
      await page.getByText("Copied.").last().waitFor();
      // The message of an earlier copy may still be shown.
      for (;;) {
        const text = String(await page.evaluate("navigator.clipboard.readText()"));
        if (text !== "") return text;
      }
    };
    expect(await copied("Copy as curl")).toContain(`curl -X POST ${origin}/v4/node/instances \\\n`);
    const test = await copied("Copy as test");
    expect(test).toContain("instances.create with the fault status returns 502");
    expect(test).toContain('"rateLimits":"off"');
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No calls yet.").waitFor();
  });

  it("shows a text to copy by hand if the browser has no clipboard, as over plain HTTP from another machine", async () => {
    await show("calls");
    await call("GET", "/regions");
    await rows().first().click();
    await page.evaluate("delete Navigator.prototype.clipboard");
    await page.getByRole("button", { name: "Copy as curl" }).click();
    const text = page.getByRole("textbox", { name: "Copy as curl" });
    expect(await text.inputValue()).toMatch(/^curl -X GET .*\/v4\/regions \\\n/);
    expect(await page.evaluate("String(getSelection())")).toContain("/v4/regions");
    const dialog = page.locator("dialog[aria-label='Copy as curl']");
    await dialog.getByRole("button", { name: "Close" }).focus();
    // No key of the page behind it.
    await page.keyboard.press("7");
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.locator("nav [aria-current=page]").textContent()).toContain("Calls");
  });

  it("freezes the clock, runs it, and changes its speed", async () => {
    const state = () => emulator.control.clock.view();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Freeze" }).waitFor();
    expect(state().frozen).toBe(false);
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(state().frozen).toBe(true);
    const shown = await page.locator(".time").textContent();
    expect(shown).toBe(state().time.slice(0, 19).replace("T", " "));
    await page.selectOption("[aria-label='Speed of the clock']", "20");
    await eventually(async () => expect(state().speed).toBe(20));
    emulator.control.clock.setSpeed(1);
  });

  it("adds a fault rule by the form of its schema, counts it, and deletes it", async () => {
    await show("faults");
    await page.selectOption("#fault-effect", "status");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByText("effect.status: must be filled in").waitFor();
    await page.fill("[id='fault-effect.status']", "503");
    await page.fill("#fault-operation", "regions.*");
    await page.fill("#fault-probability", "0.5");
    // Screen readers announce a value that the browser finds invalid.
    expect(await page.locator("#fault-probability:invalid").count()).toBe(0);
    await page.fill("#fault-probability", "");
    await page.selectOption("#fault-when", "later");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByText("`delay` is required").waitFor();
    await page.selectOption("#fault-when", "before");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByText("matched 0 calls, applied to 0").waitFor();
    expect(emulator.control.faults.list()).toMatchObject([
      { rule: { operation: "regions.*", when: "before", effect: { status: 503 } } },
    ]);
    await call("GET", "/regions");
    await page.getByText("matched 1 call, applied to 1").waitFor();
    await page.getByRole("button", { name: "Delete fault rule" }).click();
    await page.getByText("No faults").waitFor();
    expect(emulator.control.faults.list()).toEqual([]);
  });

  it("makes an external change to the object that is shown", async () => {
    await create("web");
    await page.getByText("web", { exact: true }).click();
    await page.getByRole("button", { name: "Change it externally" }).click();
    await page.fill("[id='change-patch.label']", "changed-by-hand");
    expect(await page.inputValue("#change-instanceId")).toBe("1");
    await page.getByRole("button", { name: "Make the change" }).click();
    await page.getByText('"changed-by-hand"').first().waitFor();
    expect(emulator.control.world().instances).toMatchObject([{ label: "changed-by-hand" }]);
    await page.selectOption("#change-kind", "instance_delete");
    await page.fill("#change-instanceId", "77");
    await page.getByRole("button", { name: "Make the change" }).click();
    await page.locator(".problem", { hasText: "Not found" }).waitFor();
  });

  it("shows every setting with its values, and changes one", async () => {
    await show("settings");
    const row = page.locator(".setting", {
      has: page.getByRole("heading", { name: "putOmitted", exact: true }),
    });
    await row.getByRole("button", { name: "replace" }).click();
    await row.locator("[aria-pressed=true]", { hasText: "replace" }).waitFor();
    expect(emulator.control.settings().putOmitted).toBe("replace");
    await page.getByRole("button", { name: "Changed only" }).click();
    expect(await page.locator(".setting:visible h2").allTextContents()).toEqual(
      expect.arrayContaining(["putOmitted", "rateLimits"]),
    );
    expect(await page.locator(".setting:visible").count()).toBe(3);
  });

  it("saves, compares and loads snapshots", async () => {
    await show("snapshots");
    await page.fill("#snapshot-name", "before");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("article", { name: "Snapshot before" }).waitFor();
    await create("web");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".record.added", { hasText: "1 web" }).first().waitFor();
    await page.getByRole("button", { name: "Load before" }).click();
    await page.getByText("The snapshot before was loaded.").waitFor();
    expect(emulator.control.world().instances).toEqual([]);
    await page.getByRole("button", { name: "Delete before" }).click();
    await page.getByText("No snapshots.").waitFor();
  });

  it("shows why a snapshot cannot be read, and why the stream has ended", async () => {
    const clock = { now: 0, speed: 1, frozen: true, next: null };
    const snapshots = [{ name: "old", time: "", problem: "old.named-snapshot is incomplete" }];
    const batches = [
      { clock, brand: "node", snapshots, complete: true },
      { clock, problem: "the folder no longer exists" },
    ];
    const body = batches.map((batch) => `data: ${JSON.stringify(batch)}\n\n`).join("");
    await page.route("**/_emulator/events", (route) => route.fulfill({ body }));
    try {
      await page.reload();
      await show("snapshots");
      await page.getByRole("article", { name: "Snapshot old" }).getByText("is incomplete").waitFor();
      await page.getByText("the folder no longer exists").waitFor();
    } finally {
      await page.unroute("**/_emulator/events");
    }
  });

  it("draws the timeline", async () => {
    emulator.control.faults.add({ operation: "regions.list", effect: { latency: 0 } });
    await create("web");
    await call("GET", "/regions");
    emulator.control.clock.advance(60_000);
    await create("worker");
    await show("timeline");
    await page.getByRole("row", { name: /worker provisioning/ }).waitFor();
    const bars = page
      .getByRole("row", { name: /web provisioning, then booting, then running/ })
      .locator("rect");
    const widths = await Promise.all((await bars.all()).map(async (bar) => (await bar.boundingBox())!.width));
    expect(widths[0]! / widths[1]!).toBeCloseTo(3, 0);
    expect(
      await page
        .getByRole("slider")
        .evaluateAll((tracks) => tracks.map((track) => track.getAttribute("aria-label"))),
    ).toEqual([
      "Calls: 3",
      "Faults: 1",
      expect.stringMatching(/^Events: [3-9]$/),
      expect.stringMatching(/^Changes: \d+$/),
    ]);
  });

  it("scrolls 5,000 instances, of which only the visible ones are elements", async () => {
    const world = emulator.control.world();
    await create("first");
    const [sample] = emulator.control.world().instances;
    const instances = Array.from({ length: 5000 }, (_, index) => ({
      ...sample!,
      id: index + 1,
      label: `web-${index + 1}`,
      status: "running",
      job: null,
    }));
    emulator.control.load({ ...world, time: emulator.control.clock.view().now, instances, timeline: [] });
    await page.getByText("5,000 running").waitFor();
    const times = (await page.evaluate(`(async () => {
      const scroller = document.querySelector(".scroller");
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const times = [];
      for (let at = 0; at < 60; at++) {
        const began = performance.now();
        scroller.scrollTop += 2500;
        scroller.dispatchEvent(new Event("scroll"));
        times.push(performance.now() - began);
        await frame();
      }
      return times;
    })()`)) as number[];
    expect(await page.locator(".rows .row").count()).toBeLessThan(60);
    // Half of a frame, on a machine that may also do other work.
    expect(times.toSorted((one, other) => one - other)[30]).toBeLessThan(16);
    await page.locator(".scroller:visible").press("End");
    await page.getByText("web-1", { exact: true }).waitFor();
    await page.locator(".scroller:visible").press("Home");
    await page.getByText("web-5000", { exact: true }).waitFor();
  });

  it("shows hostile strings as plain text", async () => {
    for (const text of hostileStrings) {
      await create("x".repeat(5));
      const id = emulator.control.world().instances.at(-1)!.id;
      emulator.control.changeInstance(id, { label: text, tags: [text], group: text });
    }
    await page.getByText("a \\| b").first().waitFor();
    const titles = await page
      .locator(".rows .row:visible .cell:nth-child(2)")
      .evaluateAll((cells) => cells.map((cell) => cell.textContent));
    expect(titles).toEqual([...hostileStrings].reverse());
    for (const [index] of hostileStrings.entries()) await rows().nth(index).click();
    await show("timeline");
    await show("calls");
    expect(await page.title()).toBe("nodecloud emulator");
    expect(await page.locator("body script, main img, main a, main iframe").count()).toBe(1);
  });

  it("can be operated with the keyboard", async () => {
    for (const label of ["one", "two", "three"]) await create(label);
    await page.getByText("three", { exact: true }).waitFor();
    const selected = () => page.locator(".row[aria-selected=true] .cell:nth-child(2)").allTextContents();
    for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
    expect(await selected()).toEqual(["two"]);
    await page.keyboard.press("Enter");
    expect(await page.locator(".details h2").textContent()).toBe("two");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("fj2");
    expect(await page.inputValue("[aria-label='Search objects']")).toBe("fj2");
    await page.keyboard.press("Escape");
    for (const [index, view] of views.entries()) {
      await page.keyboard.press(String(index + 1));
      await page.waitForURL(({ hash }) => hash === `#${view}`);
    }
    for (const view of ["calls", "settings"] as const) {
      await page.keyboard.press(String(views.indexOf(view) + 1));
      await page.keyboard.press("/");
      expect(await focused()).toBe(`Search ${view}`);
      await page.keyboard.press("Escape");
    }
    for (const key of ["2", "j", "Enter"]) await page.keyboard.press(key);
    expect(await page.locator(".details h2").textContent()).toMatch(/^Call \d+$/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog[open]").getByText("Step to the next change").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  it("lists its keys after a click on the button in its header", async () => {
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await page.getByText("Step to the next change").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Step to the next change").waitFor({ state: "hidden" });
  });

  /** The accessible name or the text of the element that has the focus. */
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id ?? document.activeElement.textContent",
    );
  /** Repeats a check that the page may need some time for. */
  const eventually = async (check: () => Promise<void>) => {
    for (let left = 40; ; left--) {
      try {
        return await check();
      } catch (error) {
        if (left === 0) throw error;
        await page.waitForTimeout(100);
      }
    }
  };
  const isFocusedText = (text: string) => page.locator("button:focus", { hasText: text }).waitFor();

  it("keeps focus, selection and scroll position in the details of an object while others change", async () => {
    await create("web");
    await create("other");
    await page.getByText("web", { exact: true }).click();
    const details = page.locator(".details");
    await details.getByRole("button", { name: "Copy JSON" }).focus();
    await page.evaluate("document.querySelector('.details pre').scrollTop = 60");
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('.details pre'))");
    await call("GET", "/regions");
    emulator.control.changeInstance(2, { label: "renamed" });
    await page.getByText("renamed", { exact: true }).waitFor();
    await isFocusedText("Copy JSON");
    expect(await page.evaluate("document.querySelector('.details pre').scrollTop")).toBe(60);
    expect(await page.evaluate("String(getSelection())")).toContain('"label": "web"');
    emulator.control.changeInstance(1, { label: "own-change" });
    await details.locator("pre", { hasText: "own-change" }).waitFor();
    await isFocusedText("Copy JSON");
    expect(await page.evaluate("document.querySelector('.details pre').scrollTop")).toBe(60);
    await details.getByRole("button", { name: /^call/ }).focus();
    await call("GET", "/account/payment-methods/1");
    await call("GET", "/node/instances/1");
    await details.getByText("instances.view → 200").waitFor();
    expect(await details.locator(".calls").textContent()).not.toContain("paymentMethods");
    await isFocusedText("call");
  });

  it("shows of a deleted instance that it no longer exists, and nothing of another one", async () => {
    await create("web");
    await create("worker");
    await page.getByText("worker", { exact: true }).click();
    emulator.control.externalChange({ kind: "instance_delete", instanceId: 2 });
    const details = page.locator(".details");
    await details.getByText("It no longer exists.").waitFor();
    expect(await details.locator("h2").textContent()).toBe("worker");
    expect(await details.locator("pre").textContent()).toContain('"worker"');
    expect(await details.getByRole("button", { name: /externally|^call/ }).count()).toBe(0);
    await rows().first().click();
    await page.reload();
    await show("timeline");
    await page.getByRole("row", { name: /worker/ }).click();
    await details.getByText("It no longer exists.").waitFor();
    expect(await details.locator("h2").textContent()).toBe("worker");
    expect(await details.locator("pre").isVisible()).toBe(false);
  });

  it("returns the focus when the details close, and follows the selection while they are open", async () => {
    for (const label of ["one", "two"]) await create(label);
    await rows().first().click();
    await page.keyboard.press("ArrowDown");
    const title = page.locator(".details h2");
    expect(await title.textContent()).toBe("one");
    await page.locator("[aria-label='Close the details']").click();
    expect(await focused()).toBe("Instances");
    await page.keyboard.press("Space");
    await title.waitFor();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 375, height: 720 });
    await rows().first().click();
    await page.locator(".details h2:focus").waitFor();
    await page.keyboard.press("Escape");
    expect(await focused()).toBe("Instances");
    await rows().first().click();
    await page.getByRole("button", { name: "Change it externally" }).click();
    await page.locator("#change-kind:focus").waitFor();
    expect(await page.locator(".details").isVisible()).toBe(false);
    // The page itself does not scroll: the tabs stay in view, with the current one among them.
    await page.keyboard.press("Escape");
    await page.keyboard.press("6");
    await page.locator(".setting").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(720);
    await page.keyboard.press("7");
    const tab = await page.locator("nav [aria-current=page]").boundingBox();
    expect(tab!.x + tab!.width).toBeLessThanOrEqual(375);
  });

  it("keeps the focus in lists of rules and snapshots", async () => {
    const one = emulator.control.faults.add({ operation: "regions.list", effect: { latency: 0 } });
    const other = emulator.control.faults.add({ operation: "images.list", effect: { latency: 0 } });
    await show("faults");
    await page.getByRole("button", { name: `Delete fault rule ${other}` }).focus();
    await call("GET", "/regions");
    await page.getByText("matched 1 call, applied to 1").waitFor();
    expect(await focused()).toBe(`Delete fault rule ${other}`);
    await page.keyboard.press("Enter");
    await page.locator(`[aria-label='Delete fault rule ${one}']:focus`).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("No faults").waitFor();
    await page.locator(".cards:focus").waitFor();
    for (const name of ["b", "c"]) emulator.control.snapshots.save(name);
    await show("snapshots");
    await page.getByRole("button", { name: "Delete c" }).focus();
    emulator.control.snapshots.save("a");
    await page.getByRole("article", { name: "Snapshot a" }).waitFor();
    expect(await focused()).toBe("Delete c");
    expect(await page.locator(".card strong").allTextContents()).toEqual(["a", "b", "c"]);
    for (const name of ["a", "b", "c"]) emulator.control.snapshots.delete(name);
    await page.getByText("No snapshots.").waitFor();
  });

  it("refuses a number that the browser cannot read", async () => {
    await show("faults");
    await page.selectOption("#fault-effect", "status");
    await page.fill("[id='fault-effect.status']", "503");
    await page.locator("#fault-count").pressSequentially("1e");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByText("count: must be a number").waitFor();
    expect(emulator.control.faults.list()).toEqual([]);
    await show("settings");
    const input = page.getByLabel("listLagSeconds: another number");
    await input.fill("");
    await input.pressSequentially("1e");
    await input.blur();
    await page.getByText("listLagSeconds must be a number.").waitFor();
    expect(emulator.control.settings().listLagSeconds).toBe(3);
    await page.fill("[aria-label='Search settings']", "nothing-like-this");
    await page.getByText("No setting matches.").waitFor();
    expect(await page.locator(".summary:visible").textContent()).toMatch(/^0 of \d+ settings/);
  });

  it("selects marks of the timeline by keys, opens their calls in turn, and fits its labels into any width", async () => {
    for (const path of ["/regions", "/images"]) await call("GET", path);
    await show("timeline");
    const track = page.getByRole("slider", { name: "Calls: 2" });
    await track.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await track.getAttribute("aria-valuetext")).toContain("regions.list → 200");
    await page.locator(".mark-text", { hasText: "images.list → 200" }).waitFor();
    const title = page.locator(".details h2");
    await page.keyboard.press("Enter");
    const first = Number((await title.textContent())?.replace("Call ", ""));
    await track.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator(".details h2", { hasText: `Call ${first + 1}` }).waitFor();
    // A click opens the nearest mark, if it is close enough for a finger.
    const { x, y, width: wide } = (await track.boundingBox())!;
    const { x: at } = (await track.locator("rect").first().boundingBox())!;
    await page.mouse.click(x + wide * 0.25, y + 5);
    expect(await title.textContent()).toBe(`Call ${first + 1}`);
    await page.mouse.click(at - 8, y + 5);
    await page.locator(".details h2", { hasText: `Call ${first}` }).waitFor();
    // A frozen clock that is advanced moves the axis.
    const labels = () =>
      page.locator(".axis span").evaluateAll((all) => all.map((label) => label.getAttribute("style")));
    const before = await labels();
    emulator.control.clock.advance(7 * 60_000 + 7000);
    await eventually(async () => expect(await labels()).not.toEqual(before));
    for (const width of [1280, 700, 375, 1050]) {
      await page.setViewportSize({ width, height: 720 });
      await eventually(async () => {
        const boxes = await Promise.all(
          (await page.locator(".axis span").all()).map(async (label) => (await label.boundingBox())!),
        );
        for (const [index, box] of boxes.entries()) {
          const next = boxes[index + 1]?.x ?? width;
          expect({ width, ends: box.x + box.width <= next + 0.5 }).toEqual({ width, ends: true });
        }
        const [bars, axis] = await Promise.all(
          [".track-row .bars", ".axis"].map((selector) => page.locator(selector).first().boundingBox()),
        );
        expect(bars!.x).toBeCloseTo(axis!.x, 0);
      });
    }
  });

  it("opens the selected mark of a track, and not the selected instance", async () => {
    await create("web");
    await show("timeline");
    await page.getByRole("row", { name: /web provisioning/ }).waitFor();
    await page.keyboard.press("j");
    await page.locator(".row[aria-selected=true]:visible").waitFor();
    await page.getByRole("slider", { name: "Calls: 1" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const title = page.locator(".details h2");
    await title.waitFor();
    expect(await title.textContent()).toMatch(/^Call \d+$/);
  });

  it("reaches the list of objects by the Tab key", async () => {
    for (const label of ["one", "two"]) await create(label);
    await page.getByText("two", { exact: true }).waitFor();
    await page.locator("[aria-label='Search objects']").focus();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Instances");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("row", { name: /two/, selected: true }).waitFor();
  });

  it("connects until the whole first batch is here", async () => {
    const other = await page.context().newPage();
    await other.addInitScript(cutFirstPart);
    await other.goto(origin);
    const connection = other.locator(".connection");
    await other.waitForFunction(
      "window.isFirstPartRead && new Promise((done) => setTimeout(done, 200, true))",
    );
    expect(await connection.getAttribute("data-tone")).toBe("busy");
    await other.evaluate("window.sendRest()");
    await other.locator(".connection[data-tone=good]").waitFor();
    expect(await other.getByLabel("Speed of the clock").inputValue()).toBe("1");
    await other.close();
  });

  it("shows a speed that another page has chosen, although the select has the focus", async () => {
    const speed = page.getByLabel("Speed of the clock");
    expect(await speed.inputValue()).toBe("1");
    await speed.selectOption("20");
    await eventually(async () => expect(emulator.control.clock.view().speed).toBe(20));
    await speed.focus();
    emulator.control.clock.setSpeed(5);
    await page.route("**/clock/speed", (route) => route.fulfill({ status: 400, body: "{}" }));
    await page
      .locator("[aria-label='Speed of the clock'] option[value='5']:checked")
      .waitFor({ state: "attached" });
    await speed.selectOption("1000");
    await page.getByText("The emulator returned 400.").waitFor();
    expect(await speed.inputValue()).toBe("5");
    await page.unroute("**/clock/speed");
    emulator.control.clock.setSpeed(1);
  });

  it("asks before it replaces a world or a snapshot, or deletes one", async () => {
    emulator.control.snapshots.save("empty");
    await create("web");
    await show("snapshots");
    await page.getByRole("article", { name: "Snapshot empty" }).waitFor();
    isAnswerYes = false;
    await page.getByRole("button", { name: "Load empty" }).click();
    await page.getByRole("button", { name: "Delete empty" }).click();
    await page.fill("#snapshot-name", "empty");
    await page.getByRole("button", { name: "Save" }).click();
    const file = { name: "world.json", mimeType: "application/json", buffer: Buffer.from("{}") };
    await page.setInputFiles("#world-file", file);
    expect(questions).toEqual([
      "Replace the current world with the snapshot empty?",
      "Delete the snapshot empty?",
      "Replace the snapshot empty?",
      "Replace the current world with that of world.json?",
    ]);
    expect(emulator.control.world().instances).toHaveLength(1);
    emulator.control.snapshots.load("empty");
    expect(emulator.control.world().instances).toEqual([]);
    isAnswerYes = true;
    await page.setInputFiles("#world-file", file);
    await page.locator(".notice-item.problem").waitFor();
    emulator.control.snapshots.delete("empty");
  });

  it("shows the calls that come in after the log was cleared while it was paused", async () => {
    await show("calls");
    await call("GET", "/regions");
    await rows().first().waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No calls yet.").waitFor();
    await call("GET", "/images");
    await page.getByText("images.list").waitFor();
    expect(await page.locator(".summary:visible").textContent()).toBe("1 call");
  });

  it("says which worlds were compared, and keeps the choice when other snapshots appear", async () => {
    for (const name of ["first", "second"]) emulator.control.snapshots.save(name);
    await show("snapshots");
    await page.getByRole("article", { name: "Snapshot second" }).waitFor();
    await page.selectOption("#compare-one", "");
    await page.selectOption("#compare-other", "second");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/^From the current world to second, at /).waitFor();
    emulator.control.snapshots.save("aaa");
    await page.getByRole("article", { name: "Snapshot aaa" }).waitFor();
    expect([await page.inputValue("#compare-one"), await page.inputValue("#compare-other")]).toEqual([
      "",
      "second",
    ]);
    for (const name of ["aaa", "first", "second"]) emulator.control.snapshots.delete(name);
  });

  it("keeps the scroll position of a list, and goes back to the view before", async () => {
    const scrolled = () => page.evaluate<number>("document.querySelector('.scroller').scrollTop");
    const images = page.getByRole("tab", { name: /Images/ });
    await images.click();
    await page.getByText("Debian 12").first().waitFor();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate("document.querySelector('.scroller').scrollTop = 64");
    await page.keyboard.press("2");
    await page.keyboard.press("1");
    expect(await scrolled()).toBe(64);
    await page.fill("[aria-label='Search objects']", "nothing-like-this");
    await page.getByText("Nothing matches the search.").waitFor();
    await page.fill("[aria-label='Search objects']", "");
    await page.getByText("Debian 12").first().waitFor();
    await page.goBack();
    await page.waitForURL(({ hash }) => hash === "#calls");
    await page.locator("nav [aria-current=page]", { hasText: "Calls" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await show("world");
    await images.focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("[role=tab][aria-selected=true]:focus", { hasText: "Backups" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.locator("[role=tab][aria-selected=true]:focus", { hasText: "Transfers" }).waitFor();
  });

  it("goes back past an address that names no view", async () => {
    await page.evaluate("location.hash = 'settings'");
    await page.evaluate("location.hash = 'nothing-like-this'");
    await page.waitForURL(({ hash }) => hash === "#settings");
    await page.goBack();
    await page.goBack();
    await page.waitForURL(({ hash }) => hash === "#world");
    await page.locator("nav [aria-current=page]", { hasText: "World" }).waitFor();
  });

  it("shows the first account if the chosen one is not in the world that was loaded", async () => {
    await create("web");
    const world = emulator.control.world();
    const account = page.getByLabel("Account", { exact: true });
    await account.selectOption("2");
    await page.getByText("No instances.").waitFor();
    emulator.control.load({ ...world, other_accounts: [] });
    await page.getByText("web", { exact: true }).waitFor();
    expect(await account.isVisible()).toBe(false);
  });

  it("notices that nothing arrives any more, and connects again", async () => {
    const stalled = await page.context().newPage();
    stalled.setDefaultTimeout(8000);
    await stalled.clock.install();
    await stalled.goto(`${origin}/`);
    const isLive = stalled.locator(".connection[data-tone=good]");
    await isLive.waitFor();
    // From here on, requests for the stream get no response.
    await stalled.route("**/_emulator/events", () => undefined);
    const retry = stalled.waitForRequest("**/_emulator/events");
    await stalled.clock.fastForward(31_000);
    await stalled.getByText("The emulator has sent nothing for 30 s.").waitFor();
    await stalled.locator(".connection[data-tone=bad]").waitFor();
    await retry;
    await stalled.unroute("**/_emulator/events");
    await stalled.clock.fastForward(31_000);
    await isLive.waitFor();
    await stalled.close();
  });

  it("closes its notices, and shows the same one once", async () => {
    await create("web");
    await page.getByText("web", { exact: true }).click();
    for (let times = 0; times < 3; times++) await page.getByRole("button", { name: "Copy JSON" }).click();
    await page.getByText("Copied.").first().waitFor();
    expect(await page.getByText("Copied.").count()).toBe(1);
    await page.getByRole("button", { name: "Close the notice" }).click();
    expect(await page.getByText("Copied.").count()).toBe(0);
  });

  it.each([
    ["light", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]],
    ["dark", ["color-contrast"]],
  ] as const)(
    "has accessible names and roles, and sufficient contrast, in %s mode",
    async (colorScheme, rules) => {
      await page.emulateMedia({ colorScheme });
      emulator.control.faults.add({ operation: "regions.list", effect: { status: 503 } });
      emulator.control.snapshots.save("one");
      await create("web");
      await call("GET", "/regions");
      emulator.control.externalChange({ kind: "region", regionId: "us-east", status: "outage" });
      await page.getByText("web", { exact: true }).click();
      // The policy lets only the page's own script run; the browser's own tools may.
      await page.evaluate(axe);
      for (const view of views) {
        await show(view);
        if (view === "calls") await rows().first().click();
        if (view === "changes") await page.locator("#change-instanceId").waitFor();
        await page.evaluate("document.querySelectorAll('.notices p').forEach((notice) => notice.remove())");
        const findings = (await page.evaluate(
          `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
        )) as string[];
        expect({ view, findings }).toEqual({ view, findings: [] });
      }
      await page.emulateMedia({ colorScheme: null });
      emulator.control.snapshots.delete("one");
    },
  );

  it("fits a screen of 375 px in every view", async () => {
    await create("x".repeat(60));
    await create("web");
    await page.setViewportSize({ width: 375, height: 720 });
    await page.getByText("web", { exact: true }).click();
    expect(await page.evaluate("document.querySelector('.details').getBoundingClientRect().width")).toBe(375);
    for (const view of views) {
      await page
        .locator("[aria-label='Close the details']")
        .click({ force: true, timeout: 500 })
        .catch(() => undefined);
      await show(view);
      expect({ view, width: await page.evaluate("document.documentElement.scrollWidth") }).toEqual({
        view,
        width: 375,
      });
    }
  });

  it("sends the control token of its address, and connects again after the emulator was restarted", async () => {
    const second = createEmulator();
    try {
      const controlToken = "the+control/token=of-this-test";
      const first = await second.listen({ controlToken });
      const address = new URL(first.url).origin;
      await page.goto(address);
      await page.locator(".banner", { hasText: "require its control token" }).waitFor();
      await page.goto(`${address}/#token=${encodeURIComponent(controlToken)}`);
      await page.locator(".connection[data-tone=good]").waitFor();
      expect(page.url()).not.toContain("token");
      await page.getByRole("button", { name: "Freeze" }).click();
      await page.getByRole("button", { name: "Resume" }).waitFor();
      await first.close();
      await page.locator(".connection[data-tone=bad]").waitFor();
      expect(await page.locator(".banner").isVisible()).toBe(true);
      const again = await second.listen({ port: first.port, controlToken });
      await page.locator(".connection[data-tone=good]").waitFor();
      await page.locator(".banner").waitFor({ state: "hidden" });
      await again.close();
    } finally {
      second.close();
    }
    await page.goto("about:blank");
    requests.splice(0);
    messages.splice(0);
  });

  it("can be read by its own page only", async () => {
    const get = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; policy: string }>((resolve, reject) => {
        const sent = request(`${origin}${path}`, { headers }, (response) => {
          response.destroy();
          resolve({
            status: response.statusCode,
            policy: String(response.headers["content-security-policy"] ?? ""),
          });
        });
        sent.on("error", reject);
        sent.end();
      });
    for (const path of ["/_emulator/events", "/_emulator/forms", "/"]) {
      expect((await get(path, { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors" })).status).toBe(
        200,
      );
      expect((await get(path, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors" })).status).toBe(
        403,
      );
      expect((await get(path, { Origin: "http://example.com" })).status).toBe(403);
      expect((await get(path, { Host: "example.com" })).status).toBe(403);
    }
    const { policy } = await get("/", {});
    expect(policy).toContain("default-src 'none'; script-src 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  });
});

/** In a page: gives it the first bytes of the event stream, and the rest when `sendRest` is called. */
const cutFirstPart = `
  const fetchAll = window.fetch;
  const isRestSent = new Promise((resolve) => { window.sendRest = resolve; });
  window.fetch = async (url, options) => {
    const response = await fetchAll(url, options);
    if (!String(url).endsWith("/events")) return response;
    const source = response.body.getReader();
    const parts = [];
    const body = new ReadableStream({
      async pull(controller) {
        if (parts.length > 0) {
          window.isFirstPartRead = true;
          await isRestSent;
          return controller.enqueue(parts.pop());
        }
        const { done, value } = await source.read();
        if (done) return controller.close();
        if (window.isFirstPartRead) return controller.enqueue(value);
        controller.enqueue(value.slice(0, 20));
        parts.push(value.slice(20));
      },
    });
    return new Response(body, { headers: response.headers });
  };
`;
