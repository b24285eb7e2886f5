import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Control } from "../../src/emulator";
import { type ResourceState, Secret } from "../../src/state";
import { isType, type ObjectType, type Type } from "./history";
import { urnOf } from "./program";
import type { Resource } from "./resource";

type World = ReturnType<Control["world"]>;

/** The objects of the account that a user could manage, such as `Instance 1`. */
export function objectsIn(world: World): Set<string> {
  const objects: Record<ObjectType, readonly { readonly id: number | string }[]> = {
    Instance: world.instances.filter(({ status }) => status !== "deleting"),
    // The service keeps an automatic image of a deleted instance, until it expires.
    Image: world.images.filter(({ is_public, type }) => !is_public && type !== "automatic"),
    OAuthClient: world.oauth_clients,
    PaymentMethod: world.payment_methods.filter(({ state }) => state !== "deleted"),
  };
  return new Set(Object.entries(objects).flatMap(([type, all]) => all.map(({ id }) => `${type} ${id}`)));
}

export function keyOf(type: Type, id: number | string): string {
  return `${type} ${id}`;
}

/** The objects that a state records. A backup schedule has none of its own. */
export function objectsOfState(states: readonly ResourceState[]): readonly string[] {
  return states.flatMap(({ type, id }) => {
    const name = typeOf(type);
    return name === undefined || name === "BackupSchedule" || !id ? [] : [keyOf(name, id)];
  });
}

/** The class of a resource's type, which may follow those of the components around it, as in a URN. */
export function typeOf(type: string): Type | undefined {
  const name = /(?:^|\$)pulumi-nodejs:dynamic\/nodecloud:(\w+)$/.exec(type)?.[1];
  return isType(name) ? name : undefined;
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
    const actual = actualArguments(world, resource.type, state.id);
    if (!actual) return [`there is no ${keyOf(resource.type, state.id)} of ${urnOf(resource)}`];
    return Object.entries(resource.args).flatMap(([name, declared]) => {
      if (declared === null || !(name in actual) || isIgnored(resource, name)) return [];
      // What only a create can set takes effect when an adopted object is next replaced, as a warning says.
      if (name === "card" && state.outputs.adopted === true) return [];
      const wanted = JSON.stringify(comparable(name, declared));
      const found = JSON.stringify(pick(comparable(name, actual[name]), comparable(name, declared)));
      return wanted === found
        ? []
        : [`${keyOf(resource.type, state.id)}: ${name} is ${found} and not ${wanted}`];
    });
  });
}

/** The confidential clients whose secrets differ from those in the state, in words. */
export function differentSecrets(
  world: World,
  states: readonly ResourceState[],
  resources: readonly Resource[],
): readonly string[] {
  return resources.flatMap((resource) => {
    const [state] = recordedStates(states, resource);
    return state ? differentSecret(world, resource, state) : [];
  });
}

/** The states of a resource that are not to be deleted. A correct state has one. */
function recordedStates(states: readonly ResourceState[], resource: Resource): readonly ResourceState[] {
  const urn = urnOf(resource);
  return states.filter((state) => state.urn === urn && !state.delete);
}

/**
 * The object that the world has under the id, as arguments. Arguments that a world does not show are absent. Null if the object does not
 * exist.
 */
function actualArguments(world: World, type: Type, id: string): Record<string, unknown> | null {
  const instance = world.instances.find((one) => String(one.id) === id);
  switch (type) {
    case "Instance": {
      if (!instance || instance.status === "deleting") return null;
      const { region, type, image, tags, group, label, alerts, watchdog_enabled, backups } = instance;
      return {
        ...{ region, type, image, tags, group, label, watchdogEnabled: watchdog_enabled, alerts },
        ...(backups.enabled ? { backupsEnabled: true } : {}),
      };
    }
    case "BackupSchedule":
      return instance?.backups.enabled && instance.status !== "deleting" ? instance.backups : null;
    case "Image": {
      const found = world.images.find((one) => one.id === id);
      return found ? { label: found.label, description: found.description, status: found.status } : null;
    }
    case "OAuthClient": {
      const found = world.oauth_clients.find((one) => one.id === id);
      return found
        ? {
            ...{ label: found.label, redirectUri: found.redirect_uri, public: found.public },
            thumbnail: found.thumbnail?.data ?? null,
          }
        : null;
    }
    case "PaymentMethod": {
      const found = world.payment_methods.find((one) => String(one.id) === id && one.state !== "deleted");
      return found ? { card: found.data.last_four, isDefault: found.is_default } : null;
    }
  }
}

function isIgnored({ options }: Resource, name: string): boolean {
  return (name === "tags" && options.has("ignoreTags")) || (name === "label" && options.has("ignoreLabel"));
}

/** A value in the form in which both sides can be compared. */
function comparable(name: string, value: unknown): unknown {
  if (name === "tags" && Array.isArray(value)) return value.map((tag) => String(tag).toLowerCase()).sort();
  if (name === "thumbnail" && typeof value === "string" && value.startsWith("/")) {
    return readFileSync(value).toString("base64");
  }
  if (name === "card" && typeof value === "object" && value !== null && "cardNumber" in value) {
    return String(value.cardNumber).slice(-4);
  }
  return value;
}

/** The members of `value` that `wanted` has. */
function pick(value: unknown, wanted: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = typeof wanted === "object" && wanted !== null ? Object.keys(wanted) : [];
  return Object.fromEntries(names.map((name) => [name, Reflect.get(value, name)]));
}

/** A confidential client has the secret that the state knows, unless it was adopted. */
function differentSecret(world: World, { type, args }: Resource, { id, outputs }: ResourceState): string[] {
  if (type !== "OAuthClient" || args.public === true || outputs.adopted === true) return [];
  const client = world.oauth_clients.find((one) => one.id === id);
  if (client?.public !== false) return [];
  const { secret } = outputs;
  const text = secret instanceof Secret ? String(secret.reveal()) : "";
  const hash = createHash("sha256").update(text).digest("hex");
  return hash === client.secret_sha256
    ? []
    : [`${keyOf(type, id ?? "")}: its secret is not that in the state`];
}
