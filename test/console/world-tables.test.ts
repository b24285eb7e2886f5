import { settingsTable, settingValue } from "../../src/console/model/settings-table";
import { shortcuts } from "../../src/console/model/shortcuts";
import { Store } from "../../src/console/model/store";
import { isAbout, matchesSearch, worldTables } from "../../src/console/model/world-tables";
import { defaultSettings, settings } from "../../src/emulator";
import { consoleTables } from "../../src/emulator/console/console-tables";
import { externalChanges } from "../../src/emulator/models/external-changes/external-change";
import { openConsole } from "../emulator/console/open-console";
import { card, newInstance, newOAuthClient, startService } from "../emulator/service";

const labelOf = (account: number, instance: number) => `instance ${instance} of ${account}`;

it("has a list for every table that the emulator streams, except events", () => {
  const listed = new Set(worldTables.map(({ table }) => table));
  expect([...listed, "events"].sort()).toEqual(Object.keys(consoleTables).sort());
});

it("shows every kind of object, as the emulator streams it", async () => {
  const service = startService({ settings: { bootDelaySeconds: 0 } });
  const running = await service.createRunningInstance({
    label: "web",
    backups_enabled: true,
    tags: ["shop", "data"],
  });
  await service.post(`/acme/instances/${running.id}/backups`, { label: "snap" });
  await service.post("/account/oauth-clients", newOAuthClient);
  await service.post("/account/payment-methods", card);
  const empty = await service.createEmptyInstance();
  await service.post("/account/entity-transfers", { entities: { acmes: [empty.id] } });
  const { next } = await openConsole(service);
  const store = new Store();
  while (!store.isComplete) store.apply(await next(), 0);
  const shown = Object.fromEntries(
    worldTables.map(({ id, table, columns, includes = () => true }) => [
      id,
      store
        .rows(table, 1)
        .filter(includes)
        .map((row) => Object.fromEntries(columns.map(({ title, text }) => [title, text(row, labelOf)]))),
    ]),
  );
  expect(shown.instances).toMatchObject([
    { Label: `acme${empty.id}`, Status: "offline" },
    {
      Label: "web",
      Status: "running",
      Type: newInstance.type,
      Region: "us-east",
      Image: "acme/debian12",
      Address: running.ipv4[0],
      Tags: "shop, data",
      Stack: "",
    },
  ]);
  expect(shown.backups).toMatchObject([
    { Label: "snap", Instance: `instance ${running.id} of 1`, Type: "snapshot" },
  ]);
  expect(shown.schedules).toMatchObject([
    { Instance: "web", Day: "any", Window: "any", "Last successful backup": "none yet" },
  ]);
  expect(shown["oauth-clients"]).toMatchObject([
    { Label: "portal", Public: "false", "Redirect URI": newOAuthClient.redirect_uri },
  ]);
  expect(shown["payment-methods"]).toMatchObject([
    { Type: "credit card", Account: "Visa ···· 1111" },
    { Default: "default" },
  ]);
  expect(shown.transfers).toMatchObject([
    { Status: "pending", Instances: String(empty.id), Direction: "sent" },
  ]);
  expect(shown.images!.length).toBeGreaterThan(5);
  for (const rows of Object.values(shown)) {
    for (const text of rows.flatMap((row) => Object.values(row)))
      expect(text).not.toMatch(/undefined|NaN|\[object/);
  }
});

it("shows the amounts of invoices", async () => {
  const service = startService({ settings: { bootDelaySeconds: 0 } });
  await service.createRunningInstance();
  service.control.clock.advance(32 * 24 * 60 * 60 * 1000);
  const { until } = await openConsole(service);
  const [row] = (await until("rows")).rows.filter(({ table }) => table === "invoices");
  const invoices = worldTables.find(({ id }) => id === "invoices")!;
  const texts = invoices.columns.map(({ text }) => text(row!, labelOf));
  expect(texts[0]).toBe("Invoice #1");
  expect(texts.at(-1)).toMatch(/^\$\d+\.\d\d$/);
});

it("names an object by its label, or by its id if it has none", () => {
  const backups = worldTables.find(({ id }) => id === "backups")!;
  const nameOf = (label: string | null) =>
    backups.name({ table: "backups", account: 1, key: 7, json: { label } });
  expect(["snap", null].map(nameOf)).toEqual(["snap", "7"]);
});

it("finds objects by all words of a search, in every column", () => {
  const [instances] = worldTables;
  const json = { id: 7, label: "Web-<script>", status: "running", tags: ["shop", "ümlaut ✓"] };
  const row = { table: "instances" as const, account: 1, key: 7, json };
  const finds = (search: string) => matchesSearch(row, instances!, search, labelOf);
  expect(["", "web", "<SCRIPT> running", "ümlaut", "7", "✓ shop"].map(finds)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["worker", "web offline"].map(finds)).toEqual([false, false]);
});

it("takes the settings from the emulator's table", async () => {
  const service = startService({ settings: { bootDelaySeconds: 0 } });
  const response = await service.emulator.fetch(new Request("http://emulator.test/_emulator/settings"));
  const table = settingsTable(await response.json());
  expect(table.map(({ name }) => name)).toEqual(settings.map(({ name }) => name));
  for (const setting of table) {
    const values = setting.values.map((value) => settingValue(setting, String(value)));
    expect(values).toEqual(setting.values);
    expect(values.length).toBeGreaterThan(0);
    expect(settingValue(setting, String(setting.byDefault))).toBe(
      new Map<string, unknown>(Object.entries(defaultSettings)).get(setting.name),
    );
  }
  const number = table.find(({ byDefault }) => typeof byDefault === "number")!;
  expect(settingValue(number, " ")).toBe(number.byDefault);
  expect(settingsTable({ table: [{ name: "x", values: "no list" }, 3] })).toEqual([
    { name: "x", values: [], byDefault: "", doc: "", section: "" },
  ]);
  expect(settingsTable(null)).toEqual([]);
});

it("names the argument of the external changes to each kind of object", () => {
  const changed = new Set(Object.values(externalChanges).flatMap(({ shape }) => Object.keys(shape.shape)));
  const named = worldTables.map(({ id, changeArgument }) => [id, changeArgument]);
  expect(named).toEqual([
    ["instances", "instanceId"],
    ["images", "imageId"],
    ["backups", "backupId"],
    ["schedules", "instanceId"],
    ["oauth-clients", "clientId"],
    ["payment-methods", "paymentMethodId"],
    ["invoices", undefined],
    ["transfers", undefined],
  ]);
  for (const [, argument] of named) if (argument !== undefined) expect(changed).toContain(argument);
});

it("has one shortcut per key", () => {
  const keys = shortcuts.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it("tells which calls name an object, by its kind and its whole id", () => {
  const about = (id: string, key: string | number, path: string) => {
    const table = worldTables.find((one) => one.id === id);
    return table && isAbout({ path }, table, { key });
  };
  expect(about("instances", 1, "/v4/node/instances/1")).toBe(true);
  expect(about("instances", 1, "/v4/node/instances/1/backups?page=2")).toBe(true);
  expect(about("schedules", 1, "/v4/node/instances/1")).toBe(true);
  expect(about("instances", 1, "/v4/node/instances/10")).toBe(false);
  expect(about("instances", 1, "/v4/account/events/1")).toBe(false);
  expect(about("instances", 1, "/v4/account/events?page=/instances/1/")).toBe(false);
  expect(about("payment-methods", 2, "/v4/account/payment-methods/2/make-default")).toBe(true);
  expect(about("images", "private/1", "/v4/images/private/1")).toBe(true);
  expect(about("images", "private/1", "/v4/images/private%2F1")).toBe(true);
  expect(about("transfers", "A-B", "/v4/account/entity-transfers/A-B")).toBe(true);
});
