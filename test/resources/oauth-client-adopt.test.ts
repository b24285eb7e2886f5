import { TestStack } from "../../src/testing";
import { clientsIn, declareClient, declareClients, isAccepted, png, secretOf } from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

/** A stack whose service has an OAuth client, `theirs`, that no state contains. Its secret is known from the create. */
async function setUpUnmanagedClient(settings = {}) {
  const stack = new TestStack({ settings: { createdSecret: "plain", ...settings } });
  const { client } = stack.services();
  const theirs = await stack.clock.run(
    client.oauthClients.create({ label: "Theirs", redirect_uri: "https://theirs.example/" }),
  );
  stack.emulator.control.forgetRequests();
  return { stack, theirs, adopt: theirs.id };
}

describe("adopting an OAuth client", () => {
  it("takes over the client by its id, changes only declared arguments and does not reset its secret", async () => {
    const { stack, theirs, adopt } = await setUpUnmanagedClient();
    const program = declareClients({ app: { adopt, label: "Ours", thumbnail: files.write("logo", png) } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([
      {
        id: adopt,
        label: "Ours",
        redirect_uri: "https://theirs.example/",
        thumbnail: { content_type: "image/png" },
      },
    ]);
    expect(isAccepted(stack, theirs.secret)).toBe(true);
    expect(stack.outputs("app")).not.toHaveProperty("secret");
    expect(callsTo(stack).filter((call) => call.startsWith("POST"))).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("keeps arguments that are not declared, even if the service resets omitted ones", async () => {
    const { stack, adopt } = await setUpUnmanagedClient({ putOmitted: "replace" });
    const redirectUri = "https://ours.example/";
    expect(failuresOf(await stack.up(declareClients({ app: { adopt, redirectUri } })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ id: adopt, label: "Theirs", redirect_uri: redirectUri }]);
  });

  it("resets the secret once if `secretVersion` is declared", async () => {
    const { stack, theirs, adopt } = await setUpUnmanagedClient();
    const program = declareClients({ app: { adopt, secretVersion: 1 } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(isAccepted(stack, theirs.secret)).toBe(false);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    await stack.refresh();
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("does not reset the secret if `ignoreChanges` names `secretVersion`", async () => {
    const { stack, theirs, adopt } = await setUpUnmanagedClient();
    const program = declareClients({ app: { adopt, secretVersion: 1, ignoreChanges: ["secretVersion"] } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(isAccepted(stack, theirs.secret)).toBe(true);
    expect(callsTo(stack).filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  it("keeps the client in the state if the response to the reset of its secret was lost", async () => {
    const { stack, theirs, adopt } = await setUpUnmanagedClient();
    const program = declareClients({ app: { adopt, secretVersion: 1 } });
    const fault = { when: "after", effect: { status: 501 } } as const;
    const lost = stack.emulator.control.faults.add({ operation: "oauthClients.resetSecret", ...fault });
    expect(failuresOf(await stack.up(program)).join()).toMatch(/OAuth client \w+ exists and is in the state/);
    expect(isAccepted(stack, theirs.secret)).toBe(false);
    stack.emulator.control.faults.clear(lost);
    expect(stepsOf(await stack.up(program))).toEqual(["update app"]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("keeps the secret and manages the client when `adopt` is removed", async () => {
    const { stack, theirs, adopt } = await setUpUnmanagedClient();
    await stack.up(declareClient({ adopt }));
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
    expect(isAccepted(stack, theirs.secret)).toBe(true);
    await stack.up(emptyProgram);
    expect(clientsIn(stack)).toEqual([]);
  });

  it("is announced by a preview", async () => {
    const { stack, adopt } = await setUpUnmanagedClient();
    // No list contains the thumbnail, so a preview does not know whether it changes.
    await stack.preview(declareClient({ adopt, thumbnail: files.write("shop.png", png) }));
    expect(stack.messages.map(({ message }) => message)).toContain(
      `adopts the existing OAuth client ${adopt} instead of creating one, and changes its \`label\`, \`redirectUri\``,
    );
  });

  it.each([
    [false, ", and changes its `secret`"],
    [true, ""],
  ])(
    "of a client with `public: %s` is announced with the secret only if it resets that",
    async (isPublic, changes) => {
      const { stack, theirs, adopt } = await setUpUnmanagedClient();
      stack.emulator.control.externalChange({
        kind: "oauth_client_change",
        clientId: adopt,
        patch: { public: isPublic },
      });
      const program = declareClients({ app: { adopt, secretVersion: 1 } });
      await stack.preview(program);
      expect(stack.messages.map(({ message }) => message)).toEqual([
        `adopts the existing OAuth client ${adopt} instead of creating one${changes}`,
      ]);
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(isAccepted(stack, theirs.secret)).toBe(isPublic);
    },
  );

  it("is refused for an id that does not exist, without creating a client", async () => {
    const { stack } = await setUpUnmanagedClient();
    expect(failuresOf(await stack.up(declareClient({ adopt: "none" }))).join()).toMatch(
      /there is no OAuth client none/,
    );
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("rejects another id after the adoption", async () => {
    const { stack, adopt } = await setUpUnmanagedClient();
    await stack.up(declareClient({ adopt }));
    expect(failuresOf(await stack.up(declareClient({ adopt: "another" }))).join()).toMatch(
      /already manages OAuth client .* and cannot adopt another/,
    );
  });

  it("keeps the client when the user forces a replacement", async () => {
    const { stack, adopt } = await setUpUnmanagedClient();
    await stack.up(declareClient({ adopt }));
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::app"));
    expect(failuresOf(await stack.up(declareClient({ adopt }), { replace: [resource?.urn ?? ""] }))).toEqual(
      [],
    );
    expect(clientsIn(stack)).toMatchObject([{ id: adopt }]);
  });
});
