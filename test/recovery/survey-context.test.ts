import { classOf, originOf } from "../../src/recovery/survey-context";
import { newResource, Secret } from "../../src/state";

it("the class of a resource is known only for the exact types of this package", () => {
  const prefix = "pulumi-nodejs:dynamic/nodecloud:";
  expect(classOf(`${prefix}Instance`)).toBe("Instance");
  for (const type of ["Instance/web", "Instance:Other", "x/Instance"])
    expect(classOf(prefix + type)).toBeUndefined();
  expect(classOf("aws:ec2:Instance")).toBeUndefined();
  expect(classOf(`other:${prefix}Instance`)).toBeUndefined();
});

it("the origin of a resource is known although a transform of the program made it secret", () => {
  const origin = { project: "shop", stack: "dev", type: "Instance", name: "web" };
  const resource = newResource({ urn: "urn:pulumi:dev::shop::t::web", type: "t", custom: true });
  for (const recorded of [origin, new Secret(origin), { ...origin, name: new Secret("web") }])
    expect(originOf({ ...resource, inputs: { origin: recorded } })).toEqual(origin);
  expect(originOf(resource)).toBeUndefined();
});
