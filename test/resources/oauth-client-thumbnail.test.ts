import type { ProgramFunction } from "../../src/engine";
import { hashThumbnail } from "../../src/resources/oauth-client.thumbnail";
import { declare, TestStack } from "../../src/testing";
import { rowsOf, scan } from "../drift/scan/recorded";
import { clientsIn, declareClient, gif, png, sha256, shop } from "./oauth-clients";
import { callsTo, failuresOf, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const declared = { thumbnail: files.write("logo", png) };
const theirs = { content_type: "image/gif", data: gif.toString("base64") };
const redirected = { thumbnails: "redirected" } as const;

function thumbnailCalls(stack: TestStack): string[] {
  return callsTo(stack).filter((call) => call.endsWith("/thumbnail"));
}

function changeThumbnail(
  stack: TestStack,
  thumbnail: typeof theirs | null,
  clientId = clientsIn(stack)[0]?.id ?? "",
): void {
  stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch: { thumbnail } });
}

it("a thumbnail of an undocumented type causes one warning, however often an engine checks it", async () => {
  const warnings: string[] = [];
  const services = { ...new TestStack().services(), log: { warn: (text: string) => warnings.push(text) } };
  const thumbnail = files.write("animated", gif);
  for (let checks = 0; checks < 2; checks++)
    expect(await hashThumbnail({ thumbnail }, services as never, {})).toEqual([]);
  expect(warnings).toEqual([
    expect.stringContaining("has the type image/gif, but the service documents only"),
  ]);
});

describe("a thumbnail that the service redirects to", () => {
  it("is sent once, without a warning, and read as unknown", async () => {
    const stack = new TestStack({ settings: redirected });
    expect(failuresOf(await stack.up(declareClient(declared)))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/png" } }]);
    expect(warningsOf(stack)).toEqual([]);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stack.outputs("app")).not.toHaveProperty("thumbnailHash");
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
    expect(thumbnailCalls(stack).filter((call) => call.startsWith("PUT"))).toHaveLength(1);
  });

  it("is sent again when its bytes change, and stays as it is in other updates", async () => {
    const stack = new TestStack({ settings: redirected });
    const thumbnail = files.write("changing", png);
    await stack.up(declareClient({ thumbnail }));
    files.write("changing", gif);
    expect(stepsOf(await stack.up(declareClient({ thumbnail })))).toEqual(["update app"]);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: theirs }]);
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(declareClient({ thumbnail, label: "Store" })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ label: "Store", thumbnail: theirs }]);
    expect(thumbnailCalls(stack).filter((call) => call.startsWith("PUT"))).toEqual([]);
  });

  it("is sent by an adoption, which cannot see whether it is there", async () => {
    const stack = new TestStack({ settings: redirected });
    const { client } = stack.services();
    const { id } = await stack.clock.run(
      client.oauthClients.create({ label: "Theirs", redirect_uri: "https://theirs.example/" }),
    );
    expect(failuresOf(await stack.up(declareClient({ ...declared, adopt: id })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ id, thumbnail: { content_type: "image/png" } }]);
  });

  it("does not hide that the label was changed", async () => {
    const stack = new TestStack({ settings: redirected });
    await stack.up(declareClient(declared));
    const clientId = clientsIn(stack)[0]?.id ?? "";
    const patch = { label: "Theirs" };
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch });
    await stack.refresh();
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["update app"]);
    expect(clientsIn(stack)).toMatchObject([{ label: "Shop" }]);
  });

  it("is compared again once the service serves it", async () => {
    const stack = new TestStack({ settings: redirected });
    await stack.up(declareClient(declared));
    await stack.refresh();
    changeThumbnail(stack, theirs);
    stack.emulator.control.settings({ thumbnails: "served" });
    await stack.refresh();
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: sha256(gif) });
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["update app"]);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/png" } }]);
  });
});

describe("the thumbnail of a client", () => {
  it.each([{ status: 401 }, { status: 403 }, { status: 406 }, { status: 200, body: {} }])(
    "that returns %j fails no refresh and causes no update",
    async (effect) => {
      const stack = new TestStack();
      await stack.up(declareClient(declared));
      stack.emulator.control.faults.add({ operation: "oauthClients.viewThumbnail", effect });
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(stack.outputs("app")).not.toHaveProperty("thumbnailHash");
      expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
    },
  );

  it("that the service stores in another form is unchanged while it cannot be read", async () => {
    const stack = new TestStack({ settings: { thumbnails: "encodedAgain" } });
    await stack.up(declareClient(declared));
    expect(stack.outputs("app")).toHaveProperty("storedForms.thumbnailHash");
    const { faults } = stack.emulator.control;
    faults.add({ operation: "oauthClients.viewThumbnail", effect: { status: 403 } });
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
    expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual([]);
    faults.clear();
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
  });

  it("that fails with 500 fails the refresh, which would otherwise not see a change", async () => {
    const stack = new TestStack();
    await stack.up(declareClient(declared));
    stack.emulator.control.faults.add({ operation: "oauthClients.viewThumbnail", effect: { status: 500 } });
    expect(failuresOf(await stack.refresh()).join()).toMatch(/oauthClients\.viewThumbnail/);
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: sha256(png) });
  });

  it("is waited for no longer than the timeout of the update", async () => {
    const stack = new TestStack();
    await stack.up(declareClient(declared));
    stack.emulator.control.faults.add({
      operation: "oauthClients.viewThumbnail",
      effect: { status: 503, headers: { "Retry-After": "300" } },
    });
    const startedAt = stack.clock.now();
    const timeouts = { update: "1m" };
    const outcome = await stack.up(declareClient({ ...declared, label: "Store", timeouts }));
    expect(failuresOf(outcome).join()).toMatch(/oauthClients\.viewThumbnail.*asks to wait/);
    expect(stack.clock.now() - startedAt).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ["error", 404],
    ["noBody", 404],
    ["error", 410],
    ["noBody", 410],
  ] as const)(
    "that was deleted is sent again with the settings missingThumbnail %s and unknownIdStatus %i",
    async (missingThumbnail, unknownIdStatus) => {
      const stack = new TestStack({ settings: { missingThumbnail, unknownIdStatus, thumbnailUrls: "null" } });
      await stack.up(declareClient(declared));
      changeThumbnail(stack, null);
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(stack.outputs("app")).toMatchObject({ thumbnailHash: null });
      expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["update app"]);
      expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/png" } }]);
      expect(stack.outputs("app")).toMatchObject({ thumbnailHash: sha256(png) });
    },
  );

  it.each([
    ["label", { label: "Store" }],
    ["secret", { secretVersion: 2 }],
  ])("is still known after an update of the %s if the service returns no URL", async (_, changes) => {
    const stack = new TestStack({ settings: { thumbnailUrls: "null" } });
    await stack.up(declareClient(declared));
    expect(failuresOf(await stack.up(declareClient({ ...declared, ...changes })))).toEqual([]);
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: sha256(png) });
  });

  it("is not requested if the service returns URLs, but none for the client", async () => {
    const stack = new TestStack();
    const program: ProgramFunction = async (register) => {
      await register(declare("OAuthClient", "app", { ...shop, ...declared }));
      await register(declare("OAuthClient", "store", { ...shop, ...declared, label: "Store" }));
      return {};
    };
    await stack.up(program);
    const [kept, lost] = clientsIn(stack);
    changeThumbnail(stack, null, lost?.id);
    stack.emulator.control.forgetRequests();
    // One after the other: the first one shows that the service returns thumbnail URLs.
    expect(failuresOf(await stack.refresh({ parallel: 1 }))).toEqual([]);
    expect(new Set(thumbnailCalls(stack))).toEqual(
      new Set([`GET /v4/account/oauth-clients/${kept?.id}/thumbnail`]),
    );
    const hashOf = (id?: string) =>
      ["app", "store"].map((name) => stack.outputs(name)).find((outputs) => outputs?.clientId === id)
        ?.thumbnailHash;
    expect([hashOf(lost?.id), hashOf(kept?.id)]).toEqual([null, sha256(png)]);
  });

  it("is not requested if none is declared and the service returns no URL", async () => {
    const stack = new TestStack({ settings: { thumbnailUrls: "null" } });
    await stack.up(declareClient());
    stack.emulator.control.faults.add({ operation: "oauthClients.viewThumbnail", effect: { status: 500 } });
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(failuresOf(await stack.up(declareClient({ label: "Store" })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ label: "Store" }]);
    expect(thumbnailCalls(stack)).toEqual([]);
  });

  it("is compared by a drift report if it is declared, although the service returns no URL", async () => {
    const stack = new TestStack({ settings: { thumbnailUrls: "null" } });
    await stack.up(declareClient(declared));
    changeThumbnail(stack, theirs);
    expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual(["changed OAuthClient thumbnailHash"]);
  });

  it("is not requested by a drift report if none is declared and the service returns no URL", async () => {
    const stack = new TestStack({ settings: { thumbnailUrls: "null" } });
    await stack.up(declareClient());
    const clientId = clientsIn(stack)[0]?.id ?? "";
    const patch = { label: "Theirs" };
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch });
    expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual(["changed OAuthClient label"]);
    expect(thumbnailCalls(stack)).toEqual([]);
  });
});
