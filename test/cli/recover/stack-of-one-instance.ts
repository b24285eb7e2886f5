/** The stack `shop/dev`, whose only resource is the instance `web`. */

export const password = "correct-horse-battery";
const instanceType = "pulumi-nodejs:dynamic/nodecloud:Instance";
const providerUrn = urnOf("pulumi:providers:pulumi-nodejs", "default");
const stackUrn = urnOf("pulumi:pulumi:Stack", "shop-dev");

/** What comes before the instance in its state: the stack and the provider. */
export const firstResources = [
  { urn: stackUrn, custom: false, type: "pulumi:pulumi:Stack" },
  { urn: providerUrn, custom: true, id: "p1", type: "pulumi:providers:pulumi-nodejs" },
];

export const instance = {
  urn: urnOf(instanceType, "web"),
  custom: true,
  type: instanceType,
  parent: stackUrn,
  provider: `${providerUrn}::p1`,
  additionalSecretOutputs: ["applied"],
};

/** Which resource the program declares it as. */
export const origin = { project: "shop", stack: "dev", type: "Instance", name: "web" };

function urnOf(type: string, name: string): string {
  return `urn:pulumi:dev::shop::${type}::${name}`;
}
