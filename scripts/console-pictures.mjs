// Takes the pictures of docs/console.md: the console of an emulator with some activity, in a Chromium. Build first.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createEmulator, wellKnownTokens } from "../dist/emulator/index.js";

const root = new URL("../", import.meta.url);
const finder = fileURLToPath(new URL("test/find-browser.cjs", root));
const { path, args, reason } = JSON.parse(execFileSync(process.execPath, [finder], { encoding: "utf8" }));
if (!path) throw new Error(reason);

// With a frozen clock, the pictures are the same every time.
const clock = {
  now: () => Date.UTC(2022, 2, 21, 9),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => 0.5,
  token: (length) => "x".repeat(length),
};
const emulator = createEmulator({ clock, seed: 1, settings: { rateLimits: "off" } });
const server = await emulator.listen();

function call(method, pathAndQuery, body) {
  return fetch(server.url + pathAndQuery, {
    method,
    headers: {
      Authorization: `Bearer ${wellKnownTokens.full}`,
      "User-Agent": "pulumi-nodecloud/0.1.0 (stack shop/production)",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const image = { image: "node/debian12", root_pass: "correct horse 7" };
const create = (label, type, tags) =>
  call("POST", "/node/instances", { region: "us-east", type, label, tags, ...image });
const wait = (seconds) => emulator.control.clock.advance(seconds * 1000);

await create("db-primary", "g1-standard-8", ["shop", "data"]);
wait(20);
await create("db-replica", "g1-standard-8", ["shop", "data"]);
wait(45);
for (const label of ["web-1", "web-2", "web-3"]) {
  await create(label, "g1-standard-1", ["shop", "web"]);
  wait(9);
}
emulator.control.faults.add({
  operation: "instances.create",
  count: 1,
  when: "after",
  effect: { status: 502 },
});
await create("worker-1", "g1-nano-1", ["shop"]);
wait(14);
await call("GET", "/node/instances?page_size=100");
emulator.control.externalChange({ kind: "maintenance", instanceId: 2 });
wait(55);
await call("DELETE", "/node/instances/5");
wait(12);
await create("worker-2", "g1-nano-1", ["shop"]);
await call("GET", "/node/instances/7");
wait(14);
emulator.control.clock.freeze();

const browser = await chromium.launch({ executablePath: path, args });

async function picture(name, { view, colorScheme, width = 1120, height = 500, act = async () => {} }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(`${server.url.replace("/v4", "/")}#${view}`);
  await page.locator(".rows .row:visible").first().waitFor();
  await act(page);
  await page.waitForTimeout(400);
  const file = fileURLToPath(new URL(`docs/console-${name}.png`, root));
  await page.screenshot({ path: file });
  console.log(`docs/console-${name}.png: ${Math.round(statSync(file).size / 1024)} KB`);
  await page.close();
}

const openRow = (text) => async (page) => {
  await page.locator(".rows .row:visible", { hasText: text }).first().click();
  await page.locator(".details pre").first().waitFor();
};
await picture("world", { view: "world", colorScheme: "light", act: openRow("worker-2") });
await picture("calls", { view: "calls", colorScheme: "dark", act: openRow("502") });
await picture("timeline", { view: "timeline", colorScheme: "light", height: 470 });

await browser.close();
await server.close();
emulator.close();
