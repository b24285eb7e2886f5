import { classEvents } from "../../../src/drift/events/class-events";
import { affectedBy } from "../../../src/drift/watch/affected-objects";
import type { ResourceClass } from "../../../src/resources/resource-class";
import type { TestStack } from "../../../src/testing";
import { allVariants, createVariant } from "../../resources/every-resource/create";
import { files } from "../../resources/every-resource/files";
import { failuresOf } from "../../resources/programs";

afterAll(() => files.remove());

/** The actions of the logged events that may concern an object, oldest first. */
async function actionsAbout(stack: TestStack, type: ResourceClass, id: string): Promise<readonly string[]> {
  // Lists lag behind.
  await stack.clock.advance(60_000);
  const { data } = await stack.clock.run(stack.services().client.events.list({ page_size: 100 }));
  return data
    .filter((event) => {
      const { objects, types } = affectedBy(event, "node");
      return types.includes(type) || objects.some((one) => one.type === type && one.id === id);
    })
    .sort((one, other) => one.id - other.id)
    .map(({ action }) => String(action));
}

it.each(allVariants)("the table names the events of %s", async (_, resource, variant) => {
  const { type } = resource;
  const { concerning, created, deleted } = classEvents(type);
  const { stack, id } = await createVariant(resource, variant);
  const ofCreate = await actionsAbout(stack, type, id);
  expect(created).toEqual(expect.arrayContaining(ofCreate.slice(0, 1)));
  expect(ofCreate).not.toEqual([]);

  expect(failuresOf(await stack.destroy())).toEqual([]);
  const ofDelete = (await actionsAbout(stack, type, id)).slice(ofCreate.length);
  if (ofDelete.length > 0 && !variant.isKept)
    expect(ofDelete.filter((action) => deleted.includes(action))).not.toEqual([]);
  expect([...ofCreate, ...ofDelete].filter((action) => !concerning.test(action))).toEqual([]);
});
