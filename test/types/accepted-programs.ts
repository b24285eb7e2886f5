import * as pulumi from "@pulumi/pulumi";
import {
  BackupSchedule,
  type BackupScheduleArgs,
  Image,
  type ImageArgs,
  Instance,
  type InstanceArgs,
  OAuthClient,
  type OAuthClientArgs,
  PaymentMethod,
  type PaymentMethodArgs,
} from "../../src";

/** Programs as users write them, which the compiler must accept. `messages.test.ts` also runs them. */

const place = { region: "us-east", type: "g1-nano-1" };
const constantPlace = { region: "us-east", type: "g1-nano-1" } as const;
const image = Promise.resolve("node/debian12");
const rootPass = pulumi.secret("correct-horse");
const config = new pulumi.Config();
const redirectUri = "https://shop.example/callback";
const card = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2037, cvv: "123" };

// Promises, outputs and parts of arguments.
const web: Instance = new Instance("web", { ...place, image, rootPass, tags: ["shop", image] });
new Instance("keys", { ...constantPlace, image, authorizedKeys: [pulumi.output("ssh-ed25519 AAAA")] });
new Instance("users", {
  ...place,
  image,
  authorizedUsers: ["ann"],
  interfaces: [{ purpose: "public", extra: 1 }],
});
new Instance("script", { ...place, image, rootPass, stackscriptId: 1, stackscriptData: { hostname: "web" } });
new Instance("empty", place);
new Instance("from a backup", { ...place, backupId: pulumi.output(7) });
new Instance("clone", { cloneFrom: { instanceId: web.instanceId, disks: [1] } });
new Instance("adopted", { adopt: 7 });
new Instance("adopted from an image", { adopt: 7, ...place, image: "node/debian12" });
new Image("uploaded", { file: new pulumi.asset.FileAsset("disk.img"), region: web.region });
new Image("captured", { diskId: 7, description: "golden" });
new Image("adopted image", { adopt: "private/12" });
new BackupSchedule("nightly", {
  instanceId: web.instanceId,
  day: "Saturday",
  window: "W10",
  onDelete: "keep",
});
new BackupSchedule("another day", { instanceId: 7, day: config.get("day") ?? "Friyay", window: "W10" });
new OAuthClient("app", { label: "Shop", redirectUri, thumbnail: new pulumi.asset.FileAsset("logo.png") });
new PaymentMethod("card", { card, onDelete: { makeDefault: 7 } });
new PaymentMethod("secret card", {
  card: pulumi.secret(card),
  ...(config.get("own") && { isDefault: true }),
});

// The output of `nodecloud adopt`, after `adopt` is removed.
new Instance("known", { ...place, image: "node/debian12", rootPass: config.getSecret("rootPass") });
new Image("known image", { label: "golden" });
new PaymentMethod("known card", { card: config.getSecretObject("card") });

// Arguments that may or may not be set.
const helper: Partial<InstanceArgs> = { tags: ["shop"] };
new Instance("helper first", { ...helper, ...place, image, rootPass });
new Instance("helper last", { ...place, image, rootPass, ...helper });
new Instance("helper alone", { ...place, ...helper });
const backupId = config.getNumber("backupId");
new Instance("maybe from a backup", { ...place, image, rootPass, backupId });
const inputs: pulumi.Inputs = { ...place };
new Instance("any inputs", inputs);

// Lists, functions, components and subclasses.
const fleet = [{ ...place }, { ...place, tags: ["second"] }];
for (const [index, args] of fleet.entries()) new Instance(`fleet-${index}`, args);

export function deploy(args: InstanceArgs, rest: Omit<InstanceArgs, "region">): Instance[] {
  return [new Instance("args", args), new Instance("rest", { ...rest, region: "us-east" })];
}

export function deployWith(access: { rootPass: string } | { authorizedKeys: string[] }): Instance {
  return new Instance("either", { ...place, image, ...access });
}

export function declare(
  ...[file, schedule, client, method]: [ImageArgs, BackupScheduleArgs, OAuthClientArgs, PaymentMethodArgs]
): pulumi.CustomResource[] {
  return [
    new Image("image", file),
    new BackupSchedule("schedule", schedule),
    new OAuthClient("client", client),
    new PaymentMethod("method", method),
  ];
}

interface SiteArgs extends InstanceArgs {
  readonly domain: string;
}

export class Site extends pulumi.ComponentResource {
  readonly instance: Instance;

  constructor(name: string, { domain, ...args }: SiteArgs) {
    super("shop:Site", name);
    this.instance = new Instance(name, { ...args, label: domain }, { parent: this });
  }
}

export class SmallInstance extends Instance {
  constructor(name: string, args: InstanceArgs, options?: pulumi.CustomResourceOptions) {
    super(name, { ...args, type: "g1-nano-1" }, options);
  }
}

export const classes: Readonly<Record<string, typeof Instance | typeof Image>> = { Instance, Image };
export const small: Instance = new SmallInstance("small", place);
export const existing: pulumi.Output<string> = Instance.get("existing", "7").label;
export const address = Instance.isInstance(small) ? small.ipv4[0] : undefined;
