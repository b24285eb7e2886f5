import { TestStack } from "../../src/testing";
import { clientsIn, declareClient, gif, isAccepted, png, secretOf } from "./oauth-clients";
import { emptyProgram, failuresOf, stepsOf } from "./programs";
import { maxReadLag, serviceVariants } from "./service-variants";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

describe.each(serviceVariants)(
  "an OAuth client with the settings %s and the brand %s",
  (_, brand, settings) => {
    it("is created, updated, restored after external changes and deleted", async () => {
      const stack = new TestStack({ settings, brand });
      const thumbnail = files.write("logo", png);
      const expectDone = async (run: ReturnType<TestStack["up"]>) => {
        const outcome = await run;
        expect(failuresOf(outcome)).toEqual([]);
        expect(outcome.result).toBe("succeeded");
        return stepsOf(outcome);
      };
      expect(await expectDone(stack.up(declareClient({ thumbnail, public: false })))).toEqual(["create app"]);
      const [{ id } = { id: "" }] = clientsIn(stack);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      await expectDone(stack.refresh());
      expect(await expectDone(stack.up(declareClient({ thumbnail, public: false })))).toEqual([]);
      files.write("logo", gif);
      const changed = declareClient({ thumbnail, label: "Store", secretVersion: 2 });
      expect(await expectDone(stack.up(changed))).toEqual(["update app"]);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      stack.emulator.control.externalChange({
        kind: "oauth_client_change",
        clientId: id,
        patch: { label: "Theirs", redirect_uri: "https://theirs.example/", thumbnail: null },
      });
      await stack.clock.advance(maxReadLag);
      await expectDone(stack.refresh());
      expect(await expectDone(stack.up(changed))).toEqual(["update app"]);
      expect(clientsIn(stack)).toMatchObject([
        {
          ...{ id, label: "Store", public: false, redirect_uri: "https://shop.example/callback" },
          thumbnail: { content_type: "image/gif" },
        },
      ]);
      expect(await expectDone(stack.up(declareClient({ public: true })))).toEqual(["update app"]);
      expect(stack.outputs("app")).not.toHaveProperty("secret");
      await expectDone(stack.up(emptyProgram));
      expect(clientsIn(stack)).toEqual([]);
    });
  },
);
