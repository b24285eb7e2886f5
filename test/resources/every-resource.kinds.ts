import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../src/client";
import type { Settings } from "../../src/emulator";
import type { CommonInputs, Fields } from "../../src/lifecycle";
import { BackupSchedule } from "../../src/resources/backup-schedule";
import { backupScheduleFields } from "../../src/resources/backup-schedule.fields";
import { Image } from "../../src/resources/image";
import { imageFields } from "../../src/resources/image.fields";
import { Instance } from "../../src/resources/instance";
import { instanceFields } from "../../src/resources/instance.fields";
import type { LifecycleName } from "../../src/resources/lifecycles";
import { OAuthClient } from "../../src/resources/oauth-client";
import { oauthClientFields } from "../../src/resources/oauth-client.fields";
import { PaymentMethod } from "../../src/resources/payment-method";
import { paymentMethodFields } from "../../src/resources/payment-method.fields";
import type { PropertyMap, PropertyValue } from "../../src/state";
import type { TestStack } from "../../src/testing";
import { clientsIn, gif, png } from "./oauth-clients";
import { visa } from "./payment-methods";
import { instancesIn, smallInstance } from "./programs";
import { TemporaryFiles } from "./temporary-files";

export const files = new TemporaryFiles();

/** A hand that is not ours: it changes what a stack has made, by an operation or by none. */
type Hand = (stack: TestStack, id: string) => unknown;

/** Something that a hand changes, and the outputs that show it. */
export interface Change {
  readonly by: Hand;
  /** Default: the one that is named for the field. */
  readonly shows?: readonly string[];
}

export interface Variant {
  /** Something that has to be there first; answers the arguments that name it. */
  readonly prepare?: (stack: TestStack) => Promise<PropertyMap>;
  readonly declared: PropertyMap;
  /** What a field's table says that becomes of a drift: put back by a step, or left with a warning. */
  readonly putsBack: (field: string) => boolean;
  /** One for each declared field that can be read. */
  readonly outside: Readonly<Record<string, Change>>;
  /** What no field says and drifts all the same; it is put back. */
  readonly beside?: Readonly<Record<string, Change>>;
}

export interface Kind {
  readonly type: string;
  readonly settings?: Partial<Settings>;
  readonly source: string;
  readonly get: (name: string, id: string) => pulumi.CustomResource;
  readonly fields: readonly Outline[];
  readonly variants: Readonly<Record<string, Variant>>;
  /** How the service itself keeps it, without what moves by itself. */
  readonly look: (stack: TestStack, id: string) => unknown;
  /** Outputs that live only while something is left to do. */
  readonly passing?: readonly string[];
}

/** What a field's table says of it. */
interface Outline {
  readonly name: string;
  readonly canBeRead: boolean;
  readonly change: "replace" | "record" | "in place";
}

interface VariantOf<I> extends Omit<Variant, "declared" | "putsBack" | "prepare"> {
  readonly prepare?: (stack: TestStack) => Promise<Partial<I>>;
  readonly declared: Partial<I>;
}

function kindOf<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  variants: Readonly<Record<string, VariantOf<I>>>,
  rest: Omit<Kind, "fields" | "variants">,
): Kind {
  return {
    ...rest,
    fields: outlinesOf(fields),
    variants: Object.fromEntries(
      Object.entries(variants).map(([name, { prepare, declared, ...own }]) => [
        name,
        {
          ...own,
          ...(prepare && { prepare: async (stack: TestStack) => mapOf(await prepare(stack)) }),
          declared: mapOf(declared),
          putsBack: (field) => putsBack(fields, declared, field),
        },
      ]),
    ),
  };
}

function outlinesOf<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
): Outline[] {
  const outlines: Outline[] = [];
  for (const name in fields) {
    const { live, change } = fields[name];
    const kind = typeof change === "object" ? "in place" : change;
    outlines.push({ name, canBeRead: live !== undefined, change: kind });
  }
  return outlines;
}

function putsBack<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  declared: Partial<I>,
  field: string,
): boolean {
  for (const name in fields) {
    const { change } = fields[name];
    const wanted = declared[name];
    if (name !== field || typeof change !== "object") continue;
    return change.repairsDrift === undefined || (wanted != null && change.repairsDrift(wanted));
  }
  return false;
}

const hand =
  (act: (client: Client, id: number) => Promise<unknown>): Hand =>
  async (stack, id) => {
    await stack.clock.run(act(stack.services().client, Number(id)));
    await stack.clock.advance(10_000);
  };

type InstancePatch = Parameters<TestStack["emulator"]["control"]["changeInstance"]>[1];
const instanceBy =
  (patch: InstancePatch): Hand =>
  (stack, id) =>
    stack.emulator.control.changeInstance(Number(id), patch);

/** An instance of somebody else's, with a backup and a disk. */
async function theirInstance(stack: TestStack) {
  const { client } = stack.services();
  const { id } = await stack.clock.run(
    client.instances.create({
      ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "long-enough-1" },
      ...{ label: "theirs", backups_enabled: true, tags: ["theirs"] },
    }),
  );
  await stack.clock.advance(600_000);
  const backup = await stack.clock.run(client.backups.snapshot({ instanceId: id, label: "before" }));
  await stack.clock.advance(600_000);
  const of = <T extends { instance_id: number; id: number }>(things: readonly T[]) =>
    things.filter((thing) => thing.instance_id === id).map((thing) => thing.id);
  const { disks, configs } = stack.emulator.control.world();
  return { id, backupId: backup.id, disks: of(disks), configs: of(configs) };
}

const settings = {
  ...{ label: "mine", group: "g", tags: ["b", "A"], watchdogEnabled: false, backupsEnabled: true },
  timeouts: { create: "30m" },
};
const alerts = { cpu: 50, io: 9_000, networkIn: 5, networkOut: 6, transferQuota: 70 };
const settingsChanges: Readonly<Record<string, Change>> = {
  label: { by: instanceBy({ label: "theirs-now" }) },
  group: { by: instanceBy({ group: "theirs" }) },
  tags: { by: instanceBy({ tags: ["b", "theirs"] }) },
  watchdogEnabled: { by: instanceBy({ watchdog_enabled: true }) },
  backupsEnabled: {
    by: hand((client, instanceId) => client.backups.cancel({ instanceId })),
    shows: ["backups"],
  },
  region: { by: instanceBy({ region: "us-central" }) },
  type: { by: instanceBy({ type: "g1-standard-2" }), shows: ["type", "specs"] },
  alerts: {
    by: instanceBy({ alerts: { cpu: 1, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 } }),
  },
};
const changesOf = (...names: string[]) =>
  Object.fromEntries(Object.entries(settingsChanges).filter(([name]) => names.includes(name)));
const poweredOff: Change = { by: instanceBy({ status: "offline" }), shows: ["status"] };

const instance = kindOf(
  instanceFields,
  {
    "from an image": {
      declared: {
        ...settings,
        ...{
          region: "us-east",
          type: "g1-nano-1",
          image: "node/debian12",
          rootPass: String(smallInstance.rootPass),
        },
        ...{ authorizedKeys: ["ssh-ed25519 AAAA me"], authorizedUsers: [], booted: true, privateIp: true },
        ...{ swapSize: 256, interfaces: [{ purpose: "public" }] },
        alerts,
      },
      outside: {
        ...settingsChanges,
        image: { by: instanceBy({ image: "node/debian11" }) },
      },
      beside: { booted: poweredOff },
    },
    "from a script": {
      declared: {
        ...{
          region: "us-east",
          type: "g1-nano-1",
          image: "node/debian12",
          rootPass: String(smallInstance.rootPass),
        },
        ...{ stackscriptId: 1, stackscriptData: { hostname: "web" } },
        alerts: { cpu: 50 },
      },
      outside: {
        ...changesOf("region", "type", "alerts"),
        image: { by: instanceBy({ image: "node/debian11" }) },
      },
    },
    "from a backup": {
      prepare: async (stack) => ({ backupId: (await theirInstance(stack)).backupId }),
      declared: { region: "us-east", type: "g1-standard-1", ...settings, alerts },
      outside: settingsChanges,
    },
    "that is a clone": {
      prepare: async (stack) => {
        const { id, disks, configs } = await theirInstance(stack);
        return { cloneFrom: { instanceId: id, disks, configs } };
      },
      declared: { label: "copy", backupsEnabled: false },
      outside: {
        label: { by: instanceBy({ label: "theirs-now" }) },
        backupsEnabled: {
          by: hand((client, instanceId) => client.backups.enable({ instanceId })),
          shows: ["backups"],
        },
      },
    },
    "that is empty": {
      declared: { region: "us-east", type: "g1-nano-1", label: "empty", booted: false, configId: 7 },
      outside: { ...changesOf("region", "type"), label: { by: instanceBy({ label: "theirs-now" }) } },
    },
  },
  {
    ...{ type: "Instance", source: "instance.ts", settings: { enableAfterCancel: "allowed" } },
    get: (name, id) => Instance.get(name, id),
    look: (stack, id) => {
      const found = instancesIn(stack).find((one) => String(one.id) === id);
      if (!found) return undefined;
      const { updated, boots, epoch, backups, ...own } = found;
      return { ...own, backups: backups.enabled };
    },
  },
);

const imageBy =
  (patch: { label?: string; description?: string | null }): Hand =>
  (stack, imageId) =>
    stack.emulator.control.externalChange({ kind: "image_change", imageId, patch });
const imageChanges: Readonly<Record<string, Change>> = {
  label: { by: imageBy({ label: "Theirs" }) },
  description: { by: imageBy({ description: "theirs" }) },
};

const image = kindOf(
  imageFields,
  {
    "from a disk": {
      prepare: async (stack) => ({ diskId: (await theirInstance(stack)).disks[0] ?? 0 }),
      declared: { label: "golden", description: "for the web", timeouts: { create: "2h" } },
      outside: imageChanges,
    },
    "from a file": {
      prepare: async () => ({ file: files.write("golden.img.gz", gzipSync("disk")) }),
      declared: { region: "us-east", label: "golden", description: "for the web" },
      outside: {
        ...imageChanges,
        description: { by: imageBy({ description: null }) },
      },
    },
  },
  {
    ...{ type: "Image", source: "image.ts", passing: ["uploadTo"] },
    get: (name, id) => Image.get(name, id),
    look: (stack, id) => {
      const found = stack.emulator.control.world().images.find((one) => one.id === id);
      return found && { ...found, updated: undefined };
    },
  },
);

type ClientPatch = Extract<
  Parameters<TestStack["emulator"]["control"]["externalChange"]>[0],
  { kind: "oauth_client_change" }
>["patch"];
const clientBy =
  (patch: ClientPatch): Hand =>
  (stack, clientId) =>
    stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch });
const clientChanges: Readonly<Record<string, Change>> = {
  label: { by: clientBy({ label: "Theirs" }) },
  redirectUri: { by: clientBy({ redirect_uri: "https://theirs.example/" }) },
  thumbnailHash: {
    by: clientBy({ thumbnail: { content_type: "image/gif", data: gif.toString("base64") } }),
    shows: ["thumbnailHash", "thumbnailUrl"],
  },
};
const shop = { label: "Shop", redirectUri: "https://shop.example/callback" };
const logo = async () => ({ thumbnail: files.write("logo", png) });

const oauthClient = kindOf(
  oauthClientFields,
  {
    confidential: {
      prepare: logo,
      declared: { ...shop, public: false, secretVersion: 1, timeouts: { update: "1m" } },
      outside: { ...clientChanges, public: { by: clientBy({ public: true }) } },
    },
    public: {
      prepare: logo,
      declared: { ...shop, public: true },
      outside: { ...clientChanges, public: { by: clientBy({ public: false }) } },
    },
  },
  {
    ...{ type: "OAuthClient", source: "oauth-client.ts" },
    get: (name, id) => OAuthClient.get(name, id),
    look: (stack, id) => clientsIn(stack).find((one) => one.id === id),
  },
);

const makeDefault =
  (which: (id: string) => number): Hand =>
  (stack, id) =>
    stack.emulator.control.externalChange({
      ...{ kind: "payment_method_change", paymentMethodId: which(id), patch: { is_default: true } },
    });

const paymentMethod = kindOf(
  paymentMethodFields,
  {
    "that is the default": {
      declared: { card: visa, isDefault: true, onDelete: "retain", timeouts: { create: "1m" } },
      outside: { isDefault: { by: makeDefault(() => 1) } },
    },
    "that is not the default": {
      declared: { card: visa, isDefault: false },
      outside: { isDefault: { by: makeDefault(Number) } },
    },
  },
  {
    ...{ type: "PaymentMethod", source: "payment-method.ts" },
    get: (name, id) => PaymentMethod.get(name, id),
    look: (stack, id) => stack.emulator.control.world().payment_methods.find((one) => String(one.id) === id),
  },
);

const backupSchedule = kindOf(
  backupScheduleFields,
  {
    "of an instance": {
      prepare: async (stack) => ({ instanceId: (await theirInstance(stack)).id }),
      declared: { day: "Saturday", window: "W10", onDelete: "keep", timeouts: { update: "1m" } },
      outside: {
        day: { by: hand((client, id) => schedule(client, id, { day: "Monday", window: "W10" })) },
        window: { by: hand((client, id) => schedule(client, id, { day: "Saturday", window: "W2" })) },
      },
      beside: {
        enabled: {
          by: hand((client, instanceId) => client.backups.cancel({ instanceId })),
          shows: ["enabled", "day", "window", "lastSuccessful"],
        },
      },
    },
  },
  {
    ...{ type: "BackupSchedule", source: "backup-schedule.ts", settings: { enableAfterCancel: "allowed" } },
    get: (name, id) => BackupSchedule.get(name, id),
    look: (stack, id) => {
      const found = instancesIn(stack).find((one) => String(one.id) === id);
      return (
        found && { enabled: found.backups.enabled, day: found.backups.day, window: found.backups.window }
      );
    },
  },
);

function schedule(client: Client, instanceId: number, when: { day: string; window: string }) {
  return client.instances.update({ instanceId, backups: { schedule: when } });
}

/** Every resource there is: a lifecycle without an entry is an error of the compiler. */
export const kinds: { readonly [Name in LifecycleName]: Kind } = {
  backupSchedule,
  image,
  instance,
  oauthClient,
  paymentMethod,
};

/** The outputs that the class documents. */
export function documentedOutputs({ source }: Kind): string[] {
  const text = readFileSync(join(__dirname, "../../src/resources", source), "utf8");
  return [...text.matchAll(/^ {2}declare public readonly (\w+): pulumi\.Output</gm)].map(
    ([, name = ""]) => name,
  );
}

function mapOf(value: object): PropertyMap {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]: [string, unknown]) =>
      own === undefined ? [] : [[name, propertyOf(own)]],
    ),
  );
}

function propertyOf(value: unknown): PropertyValue {
  if (Array.isArray(value)) return value.map(propertyOf);
  if (typeof value === "object" && value !== null) return mapOf(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new Error(`${typeof value} is no value of an argument.`);
}
