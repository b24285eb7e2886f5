import type { InProcessOutcome } from "../../src/engine";
import { revealMap, type Snapshot } from "../../src/state";
import { testedResources } from "../resources/every-resource";
import { createVariant } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import { failuresOf, stepsOf } from "../resources/programs";
import { changeResponsesOf } from "./changed-responses";
import { expectClear } from "./expect-clear";
import { changesOf, quick, testedVariant } from "./tested-service";

afterAll(() => files.remove());

describe.each(Object.entries(testedResources))("%s", (_, resource) => {
  const read = resource.forwardCompatibility;
  const { path, managed } = read;

  it("is refreshed and left as it is, whatever a later version of the service writes into one field", async () => {
    const { stack, program, id } = await createVariant(resource, testedVariant(resource), quick);
    const responses = changeResponsesOf(stack, path);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    let before = stack.store.snapshot;
    const record = resource.recordOf(stack, id);
    const odd: unknown[] = [];
    for (const { name, of: change, variation, places } of changesOf(read)) {
      const report = (what: unknown) => odd.push([name, what]);
      await stack.store.save(before);
      stack.emulator.control.forgetRequests();
      responses.change = change;
      const refresh = await stack.refresh();
      expectClear(name, failuresOf(refresh));
      const isSame = JSON.stringify(outputsIn(stack.store.snapshot)) === JSON.stringify(outputsIn(before));
      if (variation.isEqual && !isSame) report("the refresh changed the state");
      if (isSame && failuresOf(refresh).length === 0) continue;
      const up = await stack.up(program);
      expectClear(name, failuresOf(up));
      const isManaged = places.some(({ path: [name = ""] }) => managed.includes(name));
      if (touched(up).some((kind) => kind !== "update" || !isManaged)) report(stepsOf(up));
      responses.change = undefined;
      const after = await stack.up(program, { refreshFirst: true });
      expectClear(name, failuresOf(after));
      if (failuresOf(after).length > 0 || touched(after).some((kind) => kind !== "update"))
        report([failuresOf(after), stepsOf(after)]);
      if (JSON.stringify(resource.recordOf(stack, id)) !== JSON.stringify(record))
        report([resource.recordOf(stack, id), record]);
      before = stack.store.snapshot;
    }
    expect(odd).toEqual([]);
  });
});

function outputsIn({ resources }: Snapshot): unknown {
  return resources.map(({ id, inputs, outputs }) => [id, revealMap(inputs), revealMap(outputs)]);
}

function touched(outcome: InProcessOutcome): readonly string[] {
  return stepsOf(outcome).map((step) => step.split(" ")[0] ?? "");
}
