import {
  type Program,
  type TestedRunOptions,
  type TestStackOptions,
  testStack,
} from "../../src/program-testing";

/** Arguments as a test in JavaScript may pass them. */
const untyped = <Type>(value: unknown) => value as Type;

it.each([
  [null, /^testStack: the options must be an object\. Correct it, or omit it to use the default\.$/],
  [
    { config: null },
    /^testStack: config must be an object whose values are strings or `{ secret: string }`\./,
  ],
  [{ config: { size: null } }, /^testStack: config must be an object whose values are strings/],
  [{ config: { size: { secret: 3 } } }, /^testStack: config must be an object whose values are strings/],
  [{ stack: 7 }, /^testStack: stack must be a string\./],
  [{ brand: 7n }, /^testStack: brand must be a string\./],
  [{ seed: "1" }, /^testStack: seed must be an integer\./],
  [{ settings: [] }, /^testStack: settings must be an object\./],
])("refuses a stack with the options %p", async (options, message) => {
  await expect(testStack(untyped<TestStackOptions>(options))).rejects.toThrow(message);
});

it.each([undefined, {}, "program.mjs"])("refuses the program %p", async (program) => {
  const stack = await testStack();
  for (const operation of ["up", "preview"] as const)
    await expect(stack[operation](untyped<Program>(program))).rejects.toThrow(
      `${operation}: the program must be a function. Pass the function, not its result.`,
    );
  expect(stack.calls).toHaveLength(0);
});

it.each([
  [null, /^refresh: the options must be an object\./],
  [{ refresh: "yes" }, /^refresh: refresh must be a boolean\./],
  [{ targets: "urn:pulumi:dev::project::type::web" }, /^refresh: targets must be an array of strings\./],
  [{ replace: [7] }, /^refresh: replace must be an array of strings\./],
])("refuses a run with the options %p", async (options, message) => {
  const stack = await testStack();
  await expect(stack.refresh(untyped<TestedRunOptions>(options))).rejects.toThrow(message);
});
