import { TestStack } from "../../src/testing";
import { clientsIn, declareClient, declareClients, isAccepted, png, secretOf } from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

/** A stack in whose world an OAuth client lives that no state knows. */
async function withStranger(settings = {}) {
  const stack = new TestStack({ settings });
  const { client } = stack.services();
  const theirs = await stack.clock.run(
    client.oauthClients.create({ label: "Theirs", redirect_uri: "https://theirs.example/" }),
  );
  stack.emulator.control.forgetRequests();
  return { stack, theirs, adopt: theirs.id };
}

describe("adopting an OAuth client", () => {
  it("takes it over by its id, sets what is declared and resets nothing", async () => {
    const { stack, theirs, adopt } = await withStranger();
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

  it("leaves what is not declared as it is, whatever an omission means to the service", async () => {
    const { stack, adopt } = await withStranger({ putOmitted: "replace" });
    const redirectUri = "https://ours.example/";
    expect(failuresOf(await stack.up(declareClients({ app: { adopt, redirectUri } })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ id: adopt, label: "Theirs", redirect_uri: redirectUri }]);
  });

  it("obtains a secret where `secretVersion` asks for one, once", async () => {
    const { stack, theirs, adopt } = await withStranger();
    const program = declareClients({ app: { adopt, secretVersion: 1 } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(isAccepted(stack, theirs.secret)).toBe(false);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    await stack.refresh();
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("resets nothing when `adopt` is removed, and keeps managing it", async () => {
    const { stack, theirs, adopt } = await withStranger();
    await stack.up(declareClient({ adopt }));
    expect(stepsOf(await stack.up(declareClient()))).toEqual(["update app"]);
    expect(isAccepted(stack, theirs.secret)).toBe(true);
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
    await stack.up(emptyProgram);
    expect(clientsIn(stack)).toEqual([]);
  });

  it("is announced by a preview as an adoption", async () => {
    const { stack, adopt } = await withStranger();
    await stack.preview(declareClient({ adopt }));
    expect(stack.messages.map(({ message }) => message)).toContain(
      `adopts the existing OAuth client ${adopt} instead of creating one`,
    );
  });

  it("is refused for an id that does not exist, and nothing is created", async () => {
    const { stack } = await withStranger();
    expect(failuresOf(await stack.up(declareClient({ adopt: "none" }))).join()).toMatch(
      /there is no OAuth client none/,
    );
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("refuses to take over another one while it manages this one", async () => {
    const { stack, adopt } = await withStranger();
    await stack.up(declareClient({ adopt }));
    expect(failuresOf(await stack.up(declareClient({ adopt: "another" }))).join()).toMatch(
      /adopt: was .* can't become another/,
    );
  });

  it("does not destroy it when the user forces a replacement", async () => {
    const { stack, adopt } = await withStranger();
    await stack.up(declareClient({ adopt }));
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::app"));
    expect(failuresOf(await stack.up(declareClient({ adopt }), { replace: [resource?.urn ?? ""] }))).toEqual(
      [],
    );
    expect(clientsIn(stack)).toMatchObject([{ id: adopt }]);
  });
});
