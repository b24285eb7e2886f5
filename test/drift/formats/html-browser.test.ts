import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { formatReport } from "../../../src/drift";
import { inBrowser, launchBrowser, requireBrowserInCI } from "../../browser";
import {
  coverageOf,
  everyKind,
  findingOf,
  hostileReport,
  hostileStrings,
  manyFindings,
  problemOf,
  reportOf,
} from "../report-builder";

requireBrowserInCI("the HTML report");

inBrowser("the HTML report in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "nodecloud-html-"));
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
  });

  afterEach(async () => {
    await page.close();
    // Only the file itself, and no message of the script or the policy.
    expect(requests.splice(0).filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
  });

  async function open(report: ReturnType<typeof reportOf>): Promise<void> {
    const file = join(folder, "report.html");
    writeFileSync(file, formatReport(report, "html"));
    await page.goto(pathToFileURL(file).href);
  }

  /** The name of every visible card. */
  const cards = () => page.locator("details.card:visible .name").allTextContents();
  const status = () => page.locator("#status").textContent();
  const focused = () => page.evaluate("document.activeElement.querySelector('.name')?.textContent");
  const press = async (keys: string) => {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
  };

  const ignored = [findingOf({ id: "50", label: "known", ignoredBecause: "Moves next month." })];
  const twoKinds = findingOf({
    kind: "informational",
    field: "ipv4",
    declared: ["192.0.2.1"],
    live: ["192.0.2.9"],
  });
  const otherStack = findingOf({ id: "60", label: "other", stack: "shop/production", field: "region" });
  const mixed = reportOf({ findings: [...everyKind, twoKinds, otherStack], ignored });

  it("shows every finding and filters by kind, type and stack", async () => {
    await open(mixed);
    const all = ["web", "base", "db", "new", "worker", "web", "other", "stray"];
    expect((await cards()).sort()).toEqual(all.sort());
    expect(await status()).toBe("8 of 9 resources");

    await page.click("[data-filter=deleted]");
    expect(await cards()).toEqual(["base"]);
    await page.click("[data-filter=unmanaged]");
    expect(await cards()).toEqual(["base", "stray"]);
    await page.click("[data-filter=deleted]");
    expect(await cards()).toEqual(["stray"]);
    expect(await page.getAttribute("[data-filter=unmanaged]", "aria-pressed")).toBe("true");
    await page.click("#reset");
    expect(await cards()).toHaveLength(8);

    await page.selectOption("#type", "Image");
    expect(await cards()).toEqual(["base"]);
    await page.click("#reset");
    await page.selectOption("#stack", "shop/production");
    expect(await cards()).toEqual(["other"]);
    expect(await page.locator("section.stack:visible h2").allTextContents()).toEqual(["shop/production"]);
    await page.selectOption("#stack", "");
    expect(await cards()).toEqual(["stray"]);
    await page.selectOption("#type", "Image");
    expect(await page.locator("#no-match").isVisible()).toBe(true);
  });

  it("hides the findings of other kinds within a resource", async () => {
    await open(mixed);
    await press("e");
    const fields = () =>
      page.locator(".card:visible:has(.finding:visible) .finding:visible h3").allTextContents();
    expect((await fields()).map((text) => text.trim())).toContain("type changed");
    await page.click("[data-filter=informational]");
    expect((await fields()).map((text) => text.trim().split(" ")[0])).toEqual(["ipv4", "ipv4"]);
  });

  it("shows ignored findings with their reason on request", async () => {
    await open(mixed);
    expect(await cards()).not.toContain("known");
    await page.click("#show-ignored");
    expect(await cards()).toContain("known");
    await page.locator("details.card", { hasText: "known" }).locator("summary").click();
    expect(await page.getByText("Ignored: Moves next month.").isVisible()).toBe(true);
  });

  it("searches in names, ids, fields and values", async () => {
    await open(mixed);
    const search = async (text: string) => {
      await page.fill("#search", text);
      return cards();
    };
    expect(await search("STRAY")).toEqual(["stray"]);
    expect(await search("private/7")).toEqual(["base"]);
    expect(await search("region g1-small")).toEqual(["other"]);
    expect(await search("192.0.2.9")).toEqual(["web"]);
    expect(await search("no such thing")).toEqual([]);
    expect(await status()).toBe("0 of 9 resources");
    expect(await search("")).toHaveLength(8);
  });

  it("is operated by keys", async () => {
    await open(mixed);
    const names = await cards();
    await press("j");
    expect(await focused()).toBe(names[0]);
    await press("j j k");
    expect(await focused()).toBe(names[1]);
    await press("Enter");
    expect(await page.locator("details.card[open] .name").allTextContents()).toEqual([names[1]]);
    await press("Enter");
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await press("k k");
    expect(await focused()).toBe(names[0]);

    await press("/");
    await page.keyboard.type("jest/e");
    expect(await page.inputValue("#search")).toBe("jest/e");
    await press("Escape");
    expect(await page.inputValue("#search")).toBe("");
    expect(await cards()).toHaveLength(8);

    await page.evaluate("document.activeElement.blur()");
    await press("e");
    expect(await page.locator("details.card[open]:visible").count()).toBe(8);
    expect(await page.locator("#open-all").textContent()).toBe("Close all");
    await press("e");
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await press("Control+e");
    expect(await page.locator("details.card[open]").count()).toBe(0);

    await page.locator("[data-filter=deleted]").focus();
    await press("Space");
    expect(await cards()).toEqual(["base"]);
  });

  it("shows declared and live values side by side, and below each other on a phone", async () => {
    const finding = findingOf({ field: "tags", declared: ["a", "b"], live: ["a", "c", "d"] });
    await open(reportOf({ findings: [finding] }));
    await press("e");
    const box = async (side: string) => (await page.locator(`.${side}`).boundingBox())!;
    const [before, after] = [await box("before"), await box("after")];
    expect(before.y).toBe(after.y);
    expect(before.x + before.width).toBeLessThanOrEqual(after.x);
    expect(await page.locator(".before mark").allTextContents()).toEqual(['  "b"']);
    expect(await page.locator(".after mark").allTextContents()).toEqual(['  "c",', '  "d"']);
    await page.setViewportSize({ width: 375, height: 800 });
    expect((await box("before")).y).toBeLessThan((await box("after")).y);
  });

  it("copies what to run", async () => {
    await open(reportOf({ findings: [findingOf()] }));
    await press("e");
    await page.click(".copy");
    await page
      .locator(".copy")
      .filter({ hasNotText: /^Copy$/ })
      .first()
      .waitFor();
    expect(await page.evaluate("String(getSelection())")).toBe("nodecloud up --target 123");
  });

  it("draws coverage to scale", async () => {
    const types = [
      coverageOf({ managed: 3, existing: 4, changed: 1 }),
      coverageOf({ type: "Image", isScanned: false }),
      coverageOf({ type: "OAuthClient", managed: 0, existing: 0, changed: 0 }),
    ];
    await open(reportOf({ coverage: { typesScanned: 2, typesKnown: 5, types } }));
    const bars = page.locator(".bars svg");
    const widths = async (at: number) => {
      const whole = (await bars.nth(at).boundingBox())!;
      const rects = await bars.nth(at).locator("rect").all();
      const boxes = await Promise.all(rects.map(async (rect) => (await rect.boundingBox())!));
      return boxes.map(({ x, width }) =>
        [x - whole.x, width].map((length) => Math.round((100 * length) / whole.width)),
      );
    };
    // The bar for all objects, the managed part, and the changed part at the end of that.
    expect(await widths(0)).toEqual([
      [0, 100],
      [0, 75],
      [50, 25],
    ]);
    expect(await widths(1)).toEqual([[0, 100]]);
  });

  it("reads the coverage of each type once to a screen reader", async () => {
    await open(reportOf({}));
    const read = await page.locator(".bars").ariaSnapshot();
    expect(read.match(/3 of 5 managed, 1 changed/g)).toHaveLength(1);
    expect(read).toContain("Instance");
  });

  it.each(["light", "dark"] as const)("is readable in %s", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await open({ ...mixed, problems: [problemOf()] });
    await press("e");
    await page.click("#show-ignored");
    const ratios = (await page.evaluate(contrastRatios)) as { text: string; ratio: number }[];
    expect(ratios.length).toBeGreaterThan(50);
    expect(ratios.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(background).toBe(colorScheme === "light" ? "rgb(246, 247, 249)" : "rgb(17, 21, 27)");
  });

  it("fits a screen of 375 px, whatever labels and values contain", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    for (const report of [mixed, hostileReport("x".repeat(3000)), hostileReport("word ".repeat(500))]) {
      await open(report);
      await press("e");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    }
  });

  it("shows hostile strings as text", async () => {
    for (const text of hostileStrings) {
      await open(hostileReport(text));
      expect(await page.title()).toBe("Drift – drift report");
      const foreign = await page.evaluate(
        "document.querySelectorAll('main script, main img, main a, main iframe').length",
      );
      expect(foreign).toBe(0);
      expect(await page.locator("details.card").count()).toBe(3);
    }
  });

  it("runs no script that a label would bring in, even if escaping failed", async () => {
    const file = join(folder, "report.html");
    const attack =
      "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\"><style>*{display:none}</style>";
    writeFileSync(file, formatReport(mixed, "html").replace("<main>", `<main>${attack}`));
    await page.goto(pathToFileURL(file).href);
    expect(await page.title()).toBe("Drift – drift report");
    expect(await page.locator("h1").isVisible()).toBe(true);
    expect(
      errors.splice(0).filter((text) => text.includes("Content Security Policy")).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it("is complete without its script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    writeFileSync(join(folder, "report.html"), formatReport(mixed, "html"));
    await still.goto(pathToFileURL(join(folder, "report.html")).href);
    expect(await still.locator("details.card").count()).toBe(9);
    expect(await still.locator("#search").isVisible()).toBe(false);
    await context.close();
  });

  it("prints every shown finding in full, whether its card is open or not", async () => {
    const declared = Array.from({ length: 60 }, (_, index) => `tag-${index}`);
    const long = findingOf({ id: "70", label: "long", field: "tags", declared, live: [] });
    await open(reportOf({ findings: [...everyKind, long], ignored }));
    const printed = () => page.locator(".finding:visible").count();
    expect(await printed()).toBe(0);
    await page.emulateMedia({ media: "print" });
    expect(await printed()).toBe(everyKind.length + 1);
    const { clientHeight, scrollHeight } = await page
      .locator("pre", { hasText: "tag-59" })
      .evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
    expect(scrollHeight).toBe(clientHeight);
    await page.emulateMedia({ media: "screen" });
    expect(await printed()).toBe(0);
  });

  it("opens a report without a finding and one with 10,000", async () => {
    await open(reportOf());
    expect(await page.locator("h1").textContent()).toBe("In sync");
    expect(await page.locator(".empty").isVisible()).toBe(true);
    await open(reportOf({ findings: manyFindings(10_000) }));
    expect(await status()).toBe("2000 of 2000 resources");
    await page.fill("#search", "node-2999");
    expect(await cards()).toEqual(["node-2999"]);
    expect(await page.locator(".notice").textContent()).toContain("8,000 more resources");
  });

  it("gives JUnit reports that an XML parser reads", async () => {
    for (const text of hostileStrings) {
      const xml = formatReport(hostileReport(text), "junit");
      const read = `new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml").querySelectorAll("parsererror").length`;
      expect(await page.evaluate(read)).toBe(0);
    }
  });
});

/** The contrast of every visible text with what is behind it, by the formula of WCAG. */
const contrastRatios = `(() => {
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const read = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((value) => channel(value / 255)).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = read(getComputedStyle(one).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const holders = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""));
  return holders.filter((element) => !element.closest("script, style, option")).map((element) => {
    const [one, other] = [luminance(read(getComputedStyle(element).color)), luminance(behind(element))];
    return { text: element.tagName + " " + element.className + " " + element.textContent.slice(0, 30), ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) };
  });
})()`;
