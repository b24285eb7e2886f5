import { isRecord } from "../../src/unknown";
import { testedResources } from "../resources/every-resource";
import { createVariant, declareIt } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import { failuresOf, stepsOf } from "../resources/programs";
import { changeResponsesOf } from "./changed-responses";
import { quick, testedVariant } from "./tested-service";

afterAll(() => files.remove());

it.each([
  ["Instance", "label", "group", "production"],
  ["Image", "description", "label", "nightly build"],
  ["OAuthClient", "label", "redirectUri", "https://shop.test/other"],
] as const)("An %s with a %s that requests may not have gets another %s", async (type, odd, name, value) => {
  const resource = testedResources[type];
  const { stack, inputs, id } = await createVariant(resource, testedVariant(resource), quick);
  const before = stack.outputs("it")?.[odd];
  expect(before).toMatch(/./);
  const responses = changeResponsesOf(stack, resource.forwardCompatibility.path);
  responses.change = (object) => (isRecord(object) ? { ...object, [odd]: "x".repeat(65_001) } : object);
  const ignoreChanges = [odd];
  const changed = declareIt(resource, { ...inputs, ignoreChanges, [name]: value }, { ignoreChanges });
  const up = await stack.up(changed, { refreshFirst: true });
  expect(failuresOf(up)).toEqual([]);
  expect(stepsOf(up)).toEqual(["update it"]);
  const after = JSON.stringify(resource.recordOf(stack, id));
  expect(after).toContain(value);
  expect(after).toContain(JSON.stringify({ [odd]: before }).slice(1, -1));
});
