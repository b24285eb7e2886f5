import ts from "typescript";
import { jestTestOf } from "../../src/console/model/jest-test";
import * as emulatorModule from "../../src/emulator";
import type { CallDetails } from "../../src/emulator/console/messages";
import { newInstance, newOAuthClient, type Service, startService } from "../emulator/service";

/** Runs the test that the console would copy, as a person would run it. */
async function runCopied(service: Service, number: number): Promise<string> {
  const details: CallDetails = JSON.parse(JSON.stringify(service.control.request(number)));
  const { settings } = service.control;
  const changed = Object.entries(settings()).filter(
    ([name, value]) =>
      value !== Object.entries(emulatorModule.defaultSettings).find(([own]) => own === name)?.[1],
  );
  const text = jestTestOf(details, {
    world: JSON.parse(JSON.stringify(service.control.worldBefore(number))),
    settings: Object.fromEntries(changed) as Record<string, string | number | boolean>,
    brand: "acme",
  });
  const { outputText, diagnostics } = ts.transpileModule(text, {
    // The text is JavaScript too.
    fileName: "copied.test.js",
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, allowJs: true },
  });
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  const [, loaded = ""] = /control\.load\(\{\n(.*?)\n {2}\}\);/s.exec(text) ?? [];
  const tables = [...loaded.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name);
  // TypeScript rejects an object that has a property twice.
  expect(tables).toEqual([...new Set(tables)]);
  const tests: [string, () => Promise<void>][] = [];
  const load = (name: string) => {
    expect(name).toBe("pulumi-nodecloud/emulator");
    return emulatorModule;
  };
  new Function("require", "exports", "test", "expect", outputText)(
    load,
    {},
    (title: string, run: () => Promise<void>) => tests.push([title, run]),
    expect,
  );
  expect(tests).toHaveLength(1);
  await tests[0]![1]();
  return tests[0]![0];
}

const last = (service: Service) => service.control.requests().length;

it("copies a call as a test that passes: the same world, settings and result", async () => {
  const service = startService();
  service.control.settings({ inputStatus: 422, uniqueLabels: true });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the copied test must quote this string
  const { id } = await service.createRunningInstance({ label: "web", tags: ["<script>\"'`${x}\\"] });
  const other = await service.createEmptyInstance();
  const titles = [];
  const calls: (() => Promise<unknown>)[] = [
    () => service.post("/acme/instances", { ...newInstance, label: "another" }),
    () => service.post("/acme/instances", { ...newInstance, label: "web" }),
    () => service.remove(`/acme/instances/${other.id}`),
    () => service.get(`/acme/instances/${other.id}`),
    () => service.post("/account/oauth-clients", newOAuthClient),
    () => service.get("/images", { token: null }),
    () => service.get(`/acme/instances/${id}?x=1`, { token: emulatorModule.wellKnownTokens.scopeless }),
    () => service.get("/nowhere"),
    () => service.get("/images", { token: "expired" }),
    () => service.get("/images", { headers: { "X-Filter": '{"nope": 1}' } }),
    () => service.get("/images", { token: null, headers: { "X-Filter": '{"vendor": "Debian"}' } }),
  ];
  for (const call of calls) {
    await call();
    titles.push(await runCopied(service, last(service)));
    service.control.clock.advance(3_000);
  }
  expect(titles).toEqual([
    "instances.create returns 200",
    "instances.create returns 422",
    "instances.delete returns 200",
    "instances.view returns 200",
    "oauthClients.create returns 200",
    "images.list returns 200",
    "instances.view returns 401",
    "GET of an unknown path returns 404",
    "images.list returns 401",
    "images.list returns 422",
    "images.list returns 200",
  ]);
});

it("copies a call with bytes as a test that asks for them", async () => {
  const service = startService();
  const { id } = (await service.post("/account/oauth-clients", newOAuthClient)).body;
  await service.send("PUT", `/account/oauth-clients/${id}/thumbnail`, { data: new Uint8Array(3) });
  const text = jestTestOf(service.control.request(2), { world: {}, settings: {}, brand: "acme" });
  expect(text).toContain("body: new Uint8Array(), // The emulator keeps no bytes: replace them.\n");
  expect(text).not.toContain("JSON.stringify");
});

it("copies the faults that were applied, and calls without a response", async () => {
  const service = startService();
  const faults = [
    { operation: "instances.create", when: "after", effect: { status: 502 } },
    { operation: "instances.*", nth: 2, effect: { reset: true } },
    { operation: "regions.list", every: 1, effect: { html: 503 } },
  ] as const;
  for (const fault of faults) service.control.faults.add(fault);
  await service.post("/acme/instances", newInstance);
  expect(await runCopied(service, 1)).toBe("instances.create with the fault status returns 502");
  await expect(service.get("/acme/instances")).rejects.toThrow();
  expect(await runCopied(service, 2)).toBe("instances.list with the fault reset gets no response");
  await service.emulator.fetch(
    new Request("http://emulator.test/v4/regions", {
      headers: { Authorization: `Bearer ${emulatorModule.wellKnownTokens.full}` },
    }),
  );
  expect(await runCopied(service, 3)).toBe("regions.list with the fault html returns 503");
});
