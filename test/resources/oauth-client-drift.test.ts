import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
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

async function createClient() {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(declareClient(declared)))).toEqual([]);
  const id = clientsIn(stack)[0]?.id ?? "";
  const change = (patch: Patch) =>
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId: id, patch });
  return { stack, id, change };
}

describe("drift of an OAuth client", () => {
  it.each<[string, Patch, string, unknown]>([
    ["label", { label: "Theirs" }, "label", "Theirs"],
    ["redirectUri", { redirect_uri: "https://theirs.example/" }, "redirectUri", "https://theirs.example/"],
    ["public", { public: true }, "public", true],
    ["the thumbnail's bytes", { thumbnail: anotherImage }, "thumbnailHash", sha256(gif)],
    ["the thumbnail, which was deleted", { thumbnail: null }, "thumbnailHash", null],
  ])(
    "in %s is reported by refresh and repaired by up, which keeps the secret",
    async (_, patch, output, seen) => {
      const { stack, change } = await createClient();
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
    },
  );

  it.each([
    [{ public: false }, true],
    [{}, false],
  ])(
    "that made it public while the program raised `secretVersion` is followed by a new secret: %j",
    async (args, repairs) => {
      const stack = new TestStack();
      const program = (more = {}) => declareClient({ ...args, ...more });
      const resets = () =>
        stack.emulator.control.requests().filter(({ path }) => path.endsWith("/reset-secret")).length;
      expect(failuresOf(await stack.up(program()))).toEqual([]);
      const clientId = clientsIn(stack)[0]?.id ?? "";
      const setPublic = (isPublic: boolean) =>
        stack.emulator.control.externalChange({
          kind: "oauth_client_change",
          clientId,
          patch: { public: isPublic },
        });
      setPublic(true);
      const raised = program({ secretVersion: 1, label: "Other" });
      expect(failuresOf(await stack.up(raised))).toEqual([]);
      expect([stack.outputs("app")?.secret, resets()]).toEqual([undefined, 1]);
      if (!repairs) {
        expect(stepsOf(await stack.up(raised, { refreshFirst: true }))).toEqual([]);
        setPublic(false);
      }
      expect(failuresOf(await stack.up(raised, { refreshFirst: true }))).toEqual([]);
      expect([clientsIn(stack)[0]?.public, resets()]).toEqual([false, 2]);
      expect(stack.outputs("app")?.secret).toBeDefined();
      expect(stepsOf(await stack.up(raised, { refreshFirst: true }))).toEqual([]);
    },
  );

  it("includes a thumbnail that is deleted between two requests of a refresh", async () => {
    const { stack } = await createClient();
    stack.emulator.control.faults.add({ operation: "oauthClients.viewThumbnail", effect: { status: 404 } });
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: null });
  });

  it("is not repaired in arguments that are not declared", async () => {
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
    "to the status `%s` is an output and not repaired",
    async (status) => {
      const { stack, change } = await createClient();
      change({ status });
      await stack.refresh();
      expect(stack.outputs("app")).toMatchObject({ status });
      expect(stepsOf(await stack.up(declareClient(declared)))).toEqual([]);
    },
  );

  it("that deletes the client is noticed by refresh, and up creates it again with a new secret", async () => {
    const { stack, id } = await createClient();
    const secret = secretOf(stack);
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    await stack.clock.advance(60_000);
    await stack.refresh();
    expect(stack.outputs("app")).toBeUndefined();
    expect(stepsOf(await stack.up(declareClient(declared)))).toEqual(["create app"]);
    expect(secretOf(stack)).not.toBe(secret);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("that deletes the client makes an up without a refresh fail", async () => {
    const { stack, id } = await createClient();
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    const outcome = await stack.up(declareClient({ ...declared, label: "New" }));
    expect(failuresOf(outcome).join()).toMatch(/OAuth client \w+ no longer exists.*pulumi refresh/s);
  });

  it("is not inferred from a proxy's page, a rejected token or an outage, and the state is kept", async () => {
    for (const effect of [{ html: 404 }, { status: 401 }, { status: 403 }, { status: 500 }]) {
      const { stack } = await createClient();
      stack.emulator.control.faults.add({ operation: "*", effect });
      const outcome = await stack.refresh();
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)[0]).toMatch(/oauthClients\.(view|list)/);
      expect(stack.outputs("app")).toBeDefined();
    }
  });

  it("is read page by page for 300 clients, with one request for each thumbnail", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const clients = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `app-${index}`,
        {
          label: `App ${index}`,
          redirectUri: "https://a.example/",
          ...(index < 3 ? { thumbnail: declared.thumbnail } : {}),
        },
      ]),
    );
    expect((await stack.up(declareClients(clients), { parallel: 64 })).counts.created).toBe(300);
    await advanceUntilIdle(stack);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    const calls = callsTo(stack);
    expect(calls.filter((call) => call.endsWith("/thumbnail"))).toHaveLength(3);
    expect(calls.length).toBeLessThanOrEqual(13);
  }, 120_000);
});
