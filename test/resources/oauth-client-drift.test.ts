import { TestStack } from "../../src/testing";
import {
  clientsIn,
  declareClient,
  declareClients,
  gif,
  isAccepted,
  png,
  secretOf,
  sha256,
} from "./oauth-clients";
import { callsTo, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const declared = { public: false, thumbnail: files.write("logo", png) };
const anotherImage = { content_type: "image/gif", data: gif.toString("base64") };

type ExternalChange = Parameters<TestStack["emulator"]["control"]["externalChange"]>[0];
type Patch = Extract<ExternalChange, { kind: "oauth_client_change" }>["patch"];

async function existing() {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(declareClient(declared)))).toEqual([]);
  const id = clientsIn(stack)[0]?.id ?? "";
  const change = (patch: Patch) =>
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId: id, patch });
  return { stack, id, change };
}

describe("drift of an OAuth client", () => {
  it("is none after an up, whatever was declared", async () => {
    const { stack } = await existing();
    const refreshed = await stack.refresh();
    expect(refreshed.result).toBe("succeeded");
    expect(stepsOf(await stack.preview(declareClient(declared)))).toEqual([]);
  });

  it.each<[string, Patch, string, unknown]>([
    ["label", { label: "Theirs" }, "label", "Theirs"],
    ["redirectUri", { redirect_uri: "https://theirs.example/" }, "redirectUri", "https://theirs.example/"],
    ["public", { public: true }, "public", true],
    ["the thumbnail's bytes", { thumbnail: anotherImage }, "thumbnailHash", sha256(gif)],
    ["the thumbnail, which is gone", { thumbnail: null }, "thumbnailHash", null],
  ])("in %s is shown by refresh and put back by up, with the same secret", async (_, patch, output, seen) => {
    const { stack, change } = await existing();
    const [before] = clientsIn(stack);
    const secret = secretOf(stack);
    change(patch);
    await stack.refresh();
    expect(stack.outputs("app")?.[output]).toEqual(seen);
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["update app"]);
    expect(clientsIn(stack)).toEqual([before]);
    expect(secretOf(stack)).toBe(secret);
    expect(isAccepted(stack, secret)).toBe(true);
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
  });

  it("is shown of a thumbnail that goes between two looks", async () => {
    const { stack } = await existing();
    stack.emulator.control.faults.add({ operation: "oauthClients.viewThumbnail", effect: { status: 404 } });
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: null });
  });

  it("of what is not declared is left alone", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const clientId = clientsIn(stack)[0]?.id ?? "";
    const patch = { public: true, thumbnail: anotherImage };
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch });
    await stack.refresh();
    expect(stack.outputs("app")).toMatchObject({ public: true, thumbnailHash: sha256(gif) });
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
  });

  it.each(["disabled", "suspended"] as const)(
    "to %s is shown, and nothing is done about it",
    async (status) => {
      const { stack, change } = await existing();
      change({ status });
      await stack.refresh();
      expect(stack.outputs("app")).toMatchObject({ status });
      expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
    },
  );

  it("to nothing is noticed by refresh, and up creates it anew with a secret of its own", async () => {
    const { stack, id } = await existing();
    const secret = secretOf(stack);
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    await stack.clock.advance(60_000);
    await stack.refresh();
    expect(stack.outputs("app")).toBeUndefined();
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["create app"]);
    expect(secretOf(stack)).not.toBe(secret);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("to nothing is said by an up that comes before the refresh", async () => {
    const { stack, id } = await existing();
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    const outcome = await stack.up(declareClient({ ...declared, label: "New" }));
    expect(failuresOf(outcome).join()).toMatch(/OAuth client \w+ no longer exists.*pulumi refresh/s);
  });

  it("is not invented by a proxy's page, a lost scope or a service that is down: the state stays", async () => {
    for (const effect of [{ html: 404 }, { status: 401 }, { status: 403 }, { status: 500 }]) {
      const { stack } = await existing();
      stack.emulator.control.faults.add({ operation: "*", effect });
      const outcome = await stack.refresh();
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)[0]).toMatch(/oauthClients\.(view|list)/);
      expect(stack.outputs("app")).toBeDefined();
    }
  });

  it("reads three hundred in pages, and only the thumbnails one by one", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const all = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `app-${index}`,
        {
          label: `App ${index}`,
          redirectUri: "https://a.example/",
          ...(index < 3 ? { thumbnail: declared.thumbnail } : {}),
        },
      ]),
    );
    expect((await stack.up(declareClients(all), { parallel: 64 })).counts.created).toBe(300);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    const calls = callsTo(stack);
    expect(calls.filter((call) => call.endsWith("/thumbnail"))).toHaveLength(3);
    expect(calls.length).toBeLessThanOrEqual(13);
  }, 120_000);
});
