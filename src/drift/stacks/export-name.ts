import {
  type JsonObject,
  readList,
  readObject,
  readString,
  StateError,
  type StoredDeployment,
} from "../../state";

interface StackName {
  readonly project: string;
  readonly stack: string;
}

/** The stack that a state belongs to: its own name, or that of its resources. It must be the expected one. */
export function stackOfExport(
  deployment: StoredDeployment,
  place: string,
  expected: { readonly project: string | undefined; readonly stack: string | undefined },
): StackName {
  const found = nameIn(deployment, place);
  const project = found?.project ?? expected.project;
  const stack = found?.stack ?? expected.stack;
  if (project === undefined || stack === undefined) {
    throw new StateError(
      "checkpoint",
      `${place} has no resources, so it does not say which stack it is. Nothing was read. Specify its project and its stack.`,
    );
  }
  if ((expected.project ?? project) === project && (expected.stack ?? stack) === stack)
    return { project, stack };
  const wanted = [
    ...(expected.project === undefined ? [] : [`the project "${expected.project}"`]),
    ...(expected.stack === undefined ? [] : [`the stack "${expected.stack}"`]),
  ];
  throw new StateError(
    "project",
    `${place} belongs to the stack "${stack}" of the project "${project}", not to ${wanted.join(" and ")}. Nothing was read. Export the other stack, or specify this one.`,
  );
}

function nameIn({ json, stack: named }: StoredDeployment, place: string): StackName | undefined {
  const [, project, stack] = named.split("/");
  if (project !== undefined && stack !== undefined) return { project, stack };
  const names = new Map<string, StackName>();
  for (const { at, resource } of resourcesIn(json, place)) {
    const urn = readString(resource.urn, `${at}.urn`);
    const [, stackOfUrn, projectOfUrn] = /^urn:pulumi:(.+?)::(.+?)::/.exec(urn) ?? [];
    if (stackOfUrn === undefined || projectOfUrn === undefined) {
      throw new StateError("checkpoint", `${at}.urn is not a URN. Nothing was read. Export the stack again.`);
    }
    names.set(`${projectOfUrn}/${stackOfUrn}`, { project: projectOfUrn, stack: stackOfUrn });
  }
  if (names.size > 1) {
    throw new StateError(
      "checkpoint",
      `${place} has resources of several stacks: ${[...names.keys()].join(", ")}. Nothing was read. Export each stack to its own file.`,
    );
  }
  return [...names.values()][0];
}

/** The resources of a state and those of its pending operations, which may be all that a killed run left. */
function resourcesIn(json: JsonObject, place: string) {
  const list = (name: string) =>
    readList(json[name] ?? [], `${place}: ${name}`).map((value, index) => {
      const at = `${place}: ${name}[${index}]`;
      return { at, value: readObject(value, at) };
    });
  return [
    ...list("resources").map(({ at, value }) => ({ at, resource: value })),
    ...list("pending_operations").map(({ at, value }) => ({
      at: `${at}.resource`,
      resource: readObject(value.resource, `${at}.resource`),
    })),
  ];
}
