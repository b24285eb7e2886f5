import { printable } from "../printable";
import { Expression, resourceText, textLiteral } from "../program-text";
import type { ResourceClass } from "../resources/resource-class";
import type { Constants } from "./constants";
import { referencedClass } from "./references";
import type { AdoptableObject } from "./survey";

/** A file of the program that adopts all objects of one class. */
export interface ResourceFile {
  readonly name: string;
  readonly text: string;
  /** The keys of the stack's configuration that it reads. */
  readonly secretKeys: readonly string[];
}

/** @param objects The objects of the class: at least one. */
export function writeResourceFile(
  type: ResourceClass,
  objects: readonly AdoptableObject[],
  constants: Constants,
): ResourceFile {
  const imports = new Map<ResourceClass, Set<string>>();
  const secretKeys: string[] = [];
  const texts = objects.map((adoptable) => {
    const constant = constants.get(type, adoptable.object.id);
    const { adopt, args, omitted, createSecrets } = adoptable.object.adoption();
    const declared: Record<string, unknown> = {};
    for (const [name, { isRequired }] of Object.entries(adoptable.inspector.arguments)) {
      const secret = createSecrets[name];
      const target = referencedClass(type, name);
      const referenced = target && constants.find(target, String(args[name]));
      if (secret !== undefined) {
        const key = `${constant.variable}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
        secretKeys.push(key);
        const read = secret === "text" ? "getSecret" : "getSecretObject";
        declared[name] = new Expression(`config.${read}(${textLiteral(key)})`);
      } else if (target !== undefined && referenced !== undefined) {
        imports.set(target, (imports.get(target) ?? new Set()).add(referenced.variable));
        declared[name] = new Expression(referenced.idCode);
      } else if (name in args) {
        declared[name] = args[name];
      } else if (isRequired) {
        declared[name] = new Expression("undefined");
      }
    }
    // Values that the service returns but no program can declare.
    const comments = omitted.map((problem) => `// Left out: ${printable(problem)}\n`);
    const { name, variable } = constant;
    return (
      comments.join("") + resourceText({ type, name, variable, isExported: true, adopt, args: declared })
    );
  });
  const head = [
    ...(secretKeys.length > 0 ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import { ${type} } from "pulumi-nodecloud";`,
    ...[...imports].map(([other, names]) => importOf([...names], moduleOf(other))),
    ...(secretKeys.length > 0 ? ["", "const config = new pulumi.Config();"] : []),
  ];
  return { name: `${moduleOf(type)}.ts`, text: `${head.join("\n")}\n\n${texts.join("\n")}`, secretKeys };
}

/** The module that declares the objects of a class: `backup-schedules`. */
export function moduleOf(type: ResourceClass): string {
  return `${type.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}s`;
}

/** The maximum length of a line. */
const maxLine = 110;

function importOf(names: readonly string[], module: string): string {
  const line = `import { ${names.join(", ")} } from "./${module}";`;
  if (line.length <= maxLine) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "./${module}";`;
}
