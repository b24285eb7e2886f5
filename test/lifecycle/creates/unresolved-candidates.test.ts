import { recordOf } from "../../../src/lifecycle/creates/unresolved-candidates";
import { memoryIntents } from "../../../src/lifecycle/records/memory-intents";

const origin = { project: "p", stack: "dev", type: "t", name: "web" };
const address = "https://a/v4";

it("the record of an unresolved create is the one on this machine, unless that is of a later request", async () => {
  const intents = memoryIntents();
  const intent = { origin, address, before: [], at: 5 };
  await intents.save(intent);
  const found = (unresolved: object, of: typeof origin | undefined = origin) =>
    recordOf({ intents, address } as never, unresolved as never, of);
  expect(found({ at: 5 })).toEqual(intent);
  expect(found({ at: 4 })).toBeUndefined();
  expect(found({})).toEqual(intent);
  expect(found({ at: 5 }, { ...origin, name: "other" })).toBeUndefined();
});
