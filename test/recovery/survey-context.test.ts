import { classOf } from "../../src/recovery/survey-context";

it("the class of a resource is known only for the exact types of this package", () => {
  const prefix = "pulumi-nodejs:dynamic/nodecloud:";
  expect(classOf(`${prefix}Instance`)).toBe("Instance");
  for (const type of ["Instance/web", "Instance:Other", "x/Instance"])
    expect(classOf(prefix + type)).toBeUndefined();
  expect(classOf("aws:ec2:Instance")).toBeUndefined();
  expect(classOf(`other:${prefix}Instance`)).toBeUndefined();
});
