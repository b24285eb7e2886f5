import { inputError } from "../../src/emulator/service-error";

test.each([
  [10, undefined],
  [11, "and 1 more"],
  [1000, "and 990 more"],
])("an error about an input with %i errors lists ten, and counts the others: %s", (count, more) => {
  const details = Array.from({ length: count }, (_, index) => ({
    field: `field_${index}`,
    reason: "is wrong",
  }));
  expect(inputError(details).details).toEqual([
    ...details.slice(0, 10),
    ...(more === undefined ? [] : [{ reason: more }]),
  ]);
});
