import type { ProgramFunction } from "../../src/engine";
import type { TestStack } from "../../src/testing";
import { testFaultSchedules } from "./fault-schedules";
import { clientsIn, declareClients, gif, isAccepted, png, secretOf, shop } from "./oauth-clients";
import { emptyProgram } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const logos = [files.write("one", png), files.write("two", gif)];

/** A program that declares two clients with the same arguments, and a public one. */
const declareThreeClients = (label: string, logo: number, secretVersion: number): ProgramFunction => {
  const confidential = { ...shop, label, thumbnail: logos[logo]!, secretVersion };
  return declareClients({ one: confidential, two: confidential, three: { ...shop, label, public: true } });
};

function expectClients(stack: TestStack): void {
  const ids = ["one", "two", "three"].map((name) => stack.outputs(name)?.clientId);
  expect(new Set(clientsIn(stack).map(({ id }) => id))).toEqual(new Set(ids));
  expect(clientsIn(stack)).toHaveLength(3);
  for (const name of ["one", "two"]) expect(isAccepted(stack, secretOf(stack, name))).toBe(true);
}

describe("OAuth clients under seeded faults", () => {
  testFaultSchedules({
    count: 15,
    operations: [
      ...["oauthClients.*", "oauthClients.list", "oauthClients.create", "oauthClients.view"],
      ...["oauthClients.update", "oauthClients.delete", "oauthClients.resetSecret"],
      "oauthClients.updateThumbnail",
    ],
    extraEffects: [{ staleList: 10_000 }],
    programs: () =>
      [declareThreeClients("A", 0, 1), declareThreeClients("B", 1, 1), declareThreeClients("B", 0, 2)].map(
        (program) => ({
          program,
          check: expectClients,
        }),
      ),
    remove: (stack) => stack.up(emptyProgram),
    checkRemoved: (stack) => expect(clientsIn(stack)).toEqual([]),
  });
});
