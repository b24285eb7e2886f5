import type { ProgramFunction } from "../../src/engine";
import { declare } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { allVariants, createVariant, declareIt } from "./every-resource/create";
import { files } from "./every-resource/files";
import { failuresOf, warningsOf } from "./programs";

afterAll(() => files.remove());

const labeled = allVariants.filter(([, , { declared }]) => typeof declared.label === "string");

it.each(labeled)(
  "%s: a label that the service allows once is refused before a request, and the preview warns of it",
  async (_, resource, variant) => {
    const { stack, id, inputs } = await createVariant(resource, variant);
    const both: ProgramFunction = async (...engine) => {
      await declareIt(resource, inputs)(...engine);
      await engine[0](declare(resource.type, "second", inputs));
      return {};
    };
    stack.endPlugin();
    await advanceUntilIdle(stack);
    const count = resource.count(stack);
    stack.messages.length = 0;
    expect(failuresOf(await stack.preview(both))).toEqual([]);
    const warnings = warningsOf(stack).filter((warning) => warning.startsWith("label: "));
    stack.endPlugin();
    stack.emulator.control.forgetRequests();
    const failures = failuresOf(await stack.up(both));
    const rejected = stack.emulator.control.requests().filter(({ status }) => status === 400);
    const isUnique = resource.count(stack) === count;
    expect(failures).toEqual(
      isUnique
        ? [expect.stringMatching(`^label: an? .* already exists \\(${id}\\), so none was created`)]
        : [],
    );
    // The field table reads the labels for this warning, and the matcher those for the refusal.
    expect(warnings).toEqual(
      isUnique ? [expect.stringMatching(`^label: .* ${id} has the label .*, so no other is created`)] : [],
    );
    expect(rejected).toEqual([]);
  },
);
