import type { Control } from "../../src/emulator";
import { isResourceClass, type ResourceClass } from "../../src/resources/resource-class";
import type { ResourceState } from "../../src/state";
import { ignoredArguments, urnOf } from "./program";
import type { Resource } from "./resource";
import { chaosResources, drawnClasses, objectsOf } from "./resources";
import type { World } from "./resources/chaos-resource";

/** The objects of every account. */
export function worldOf(control: Pick<Control, "world">): World {
  const world = control.world();
  return world.other_accounts.reduce(withRecordsOf, world);
}

function withRecordsOf(world: World, account: World["other_accounts"][number]): World {
  const merged = { ...world };
  for (const [name, records] of Object.entries(account)) {
    const own: unknown = Reflect.get(world, name);
    if (Array.isArray(own) && Array.isArray(records)) Reflect.set(merged, name, [...own, ...records]);
  }
  return merged;
}

/** The objects of the accounts that a user could manage, such as `Instance 1`. */
export function objectsIn(world: World): Set<string> {
  return new Set(
    drawnClasses.flatMap((type) => (objectsOf(type)?.existing(world) ?? []).map(({ id }) => keyOf(type, id))),
  );
}

export function keyOf(type: ResourceClass, id: number | string): string {
  return `${type} ${id}`;
}

/** The objects that a state records. */
export function objectsOfState(states: readonly ResourceState[]): readonly string[] {
  return states.flatMap(({ type, id }) => {
    const name = typeOf(type);
    return name === undefined || !objectsOf(name) || !id ? [] : [keyOf(name, id)];
  });
}

/** The class of a resource's type, which may follow those of the components around it, as in a URN. */
export function typeOf(type: string): ResourceClass | undefined {
  const [, name = ""] = /(?:^|\$)pulumi-nodejs:dynamic\/nodecloud:(\w+)$/.exec(type) ?? [];
  return isResourceClass(name) ? name : undefined;
}

/** How the world differs from what the program declares, in words. Empty if it does not differ. */
export function differences(
  world: World,
  states: readonly ResourceState[],
  resources: readonly Resource[],
): readonly string[] {
  return resources.flatMap((resource) => {
    const recorded = recordedStates(states, resource);
    const [state] = recorded;
    if (recorded.length !== 1 || !state?.id) {
      return [`the state has ${urnOf(resource)} ${recorded.length} times`];
    }
    const ignored = ignoredArguments(resource);
    const { comparable = {}, ignoredAfterAdoption = [], liveArguments } = chaosResources[resource.type];
    const actual = liveArguments(world, state.id);
    if (!actual) return [`there is no ${keyOf(resource.type, state.id)} of ${urnOf(resource)}`];
    return Object.entries(resource.args).flatMap(([name, declared]) => {
      if (declared === null || !(name in actual) || ignored.includes(name)) return [];
      if (state.outputs.adopted === true && ignoredAfterAdoption.includes(name)) return [];
      const form = comparable[name] ?? ((value: unknown) => value);
      const wanted = JSON.stringify(form(declared));
      const found = JSON.stringify(pick(form(actual[name]), form(declared)));
      return wanted === found
        ? []
        : [`${keyOf(resource.type, state.id)}: ${name} is ${found} and not ${wanted}`];
    });
  });
}

/** The resources whose secrets differ from those in the state, in words. */
export function differentSecrets(
  world: World,
  states: readonly ResourceState[],
  resources: readonly Resource[],
): readonly string[] {
  return resources.flatMap((resource) => {
    const [state] = recordedStates(states, resource);
    if (!state || (chaosResources[resource.type].hasRecordedSecret?.(resource, state, world) ?? true))
      return [];
    return [`${keyOf(resource.type, state.id ?? "")}: its secret is not that in the state`];
  });
}

/** The states of a resource that are not to be deleted. A correct state has one. */
function recordedStates(states: readonly ResourceState[], resource: Resource): readonly ResourceState[] {
  const urn = urnOf(resource);
  return states.filter((state) => state.urn === urn && !state.delete);
}

/** The members of `value` that `wanted` has. */
function pick(value: unknown, wanted: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = typeof wanted === "object" && wanted !== null ? Object.keys(wanted) : [];
  return Object.fromEntries(names.map((name) => [name, Reflect.get(value, name)]));
}
