import { isResourceClass, resourceClasses } from "../../../src/drift";

it("knows every resource class", () => {
  expect(resourceClasses.filter(isResourceClass)).toEqual(resourceClasses);
});

it.each(["instance", "Instances", "toString", "constructor", "__proto__", ""])(
  "does not take %p for a resource class",
  (text) => {
    expect(isResourceClass(text)).toBe(false);
  },
);
