import { resourceClasses } from "../../../src/resources/resource-class";
import type { Declaration } from "../program";
import { chaosResources } from "../resources";

const referencesOf = resourceClasses.flatMap((type) => {
  const { programText } = chaosResources[type].references ?? {};
  return programText === undefined ? [] : [`  ${type}: ${programText},\n`];
});

/** A program that declares what `declared.json` lists. */
export const programText = `
const fs = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const nodecloud = require("pulumi-nodecloud");
const referencesOf = {
${referencesOf.join("")}};
const declared = JSON.parse(fs.readFileSync("declared.json", "utf8"));
const group = declared.some(({ inComponent }) => inComponent)
  ? new pulumi.ComponentResource("chaos:index:Group", "group")
  : undefined;
const resources = new Map();
for (const { key, type, name, inComponent, refersTo, args, options } of declared) {
  const target = resources.get(refersTo);
  const references = target ? referencesOf[type](target) : {};
  const parent = inComponent ? { parent: group } : {};
  resources.set(key, new nodecloud[type](name, { ...args, ...references }, { ...options, ...parent }));
}
`;

/** The content of \`declared.json\`. */
export function declaredText(declarations: readonly Declaration[]): string {
  return JSON.stringify(
    declarations.map(({ resource, args, options }) => {
      const { key, type, name, inComponent, refersTo, formerUrns } = resource;
      return {
        ...{ key, type, name, inComponent, refersTo, args },
        options: { ...options, aliases: formerUrns },
      };
    }),
  );
}
