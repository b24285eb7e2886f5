import { BackupSchedule, Image, Instance, OAuthClient, PaymentMethod } from "../../src";

/**
 * Programs that the compiler refuses, each with the message that a user reads. `messages.test.ts` compares the messages with those of the
 * compiler, and runs the programs to see that the resources refuse them too.
 */

const place = { region: "us-east", type: "g1-nano-1" };
const image = "node/debian12";
const instance = new Instance("database", place);
const card = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2037, cvv: "123" };

// @ts-expect-error Expected 2-3 arguments, but got 1.
new Instance("without arguments");
// @ts-expect-error Type '{}' is missing the following properties from type 'RequiredArguments<"type" | "region">': type, region
new Instance("with no argument", {});
// @ts-expect-error Property 'type' is missing in type '{ region: string; }' but required in type 'RequiredArguments<"type">'.
new Instance("without a type", { region: "us-east" });
// @ts-expect-error Property 'rootPass' is missing in type '{ image: string; region: string; type: string; }' but required in type 'NeedsPasswordOrKeys'.
new Instance("an image without a password or keys", { ...place, image });
// @ts-expect-error Type 'string' is not assignable to type 'Input<string | undefined> & Refused<"an instance is deployed from an image or from a backup, not both">'.
new Instance("two sources", { ...place, backupId: 7, image });
// @ts-expect-error Type 'string' is not assignable to type 'Input<string | undefined> & Refused<"the backup's root password is kept">'.
new Instance("a backup and a password", { ...place, backupId: 7, rootPass: "correct-horse" });
// @ts-expect-error Type 'number' is not assignable to type 'Input<number | undefined> & Refused<"a script runs on an image, not on a backup">'.
new Instance("a backup and a script", { ...place, backupId: 7, stackscriptId: 1 });
// @ts-expect-error Property 'image' is missing in type '{ stackscriptId: number; rootPass: string; region: string; type: string; }' but required in type 'RequiredArguments<"image">'.
new Instance("a script without an image", { ...place, stackscriptId: 1, rootPass: "correct-horse" });
// @ts-expect-error Property 'stackscriptId' is missing in type '{ stackscriptData: { hostname: string; }; region: string; type: string; }' but required in type 'RequiredArguments<"stackscriptId">'.
new Instance("answers without a script", { ...place, stackscriptData: { hostname: "web" } });
// @ts-expect-error Type 'number' is not assignable to type 'Input<number | undefined> & Refused<"a clone is created, not adopted">'.
new Instance("a clone of an adopted one", { adopt: 7, cloneFrom: { instanceId: 8 } });
// @ts-expect-error Type 'string' is not assignable to type 'Input<string | undefined> & Refused<"a clone takes it from its source">'.
new Instance("a clone and an image", { cloneFrom: { instanceId: instance.instanceId }, image });
// @ts-expect-error Type 'number' is not assignable to type 'Input<number | undefined> & Refused<"a clone takes it from its source">'.
new Instance("a clone and a backup", { cloneFrom: { instanceId: 7 }, backupId: 8 });
// @ts-expect-error Object literal may only specify known properties, but 'rotPass' does not exist in type 'InstanceArgsFor<{ rotPass: string; region: string; type: string; }>'. Did you mean to write 'rootPass'?
new Instance("a misspelled argument", { ...place, rotPass: "correct-horse" });
// @ts-expect-error Type 'number' is not assignable to type 'Input<string>'.
new Instance("a tag that is a number", { ...place, tags: [1] });

// @ts-expect-error Expected 2-3 arguments, but got 1.
new Image("without arguments");
// @ts-expect-error Property 'file' is missing in type '{}' but required in type 'NeedsFileOrDisk'.
new Image("with no argument", {});
// @ts-expect-error Type 'string' is not assignable to type '(FileInput | undefined) & Refused<"an image is captured from a disk or uploaded from a file, not both">'.
new Image("file and disk", { file: "disk.img", diskId: 7 });
// @ts-expect-error Property 'region' is missing in type '{ file: string; }' but required in type 'RequiredArguments<"region">'.
new Image("a file without a region", { file: "disk.img" });
// @ts-expect-error Type 'string' is not assignable to type 'Input<string | undefined> & Refused<"an image is created in the region of its disk">'.
new Image("a disk and a region", { diskId: 7, region: "us-east" });
// @ts-expect-error Property 'file' is missing in type '{ region: string; label: string; }' but required in type 'RequiredArguments<"file">'.
new Image("a region alone", { region: "us-east", label: "golden" });

// @ts-expect-error Expected 2-3 arguments, but got 1.
new BackupSchedule("without arguments");
// @ts-expect-error Property 'instanceId' is missing in type '{ day: "Saturday"; window: string; }' but required in type 'RequiredArguments<"instanceId">'.
new BackupSchedule("without an instance", { day: "Saturday", window: "W10" });
// @ts-expect-error Property 'day' is missing in type '{ instanceId: OutputInstance<number>; window: string; }' but required in type 'RequiredArguments<"day">'.
new BackupSchedule("without a day", { instanceId: instance.instanceId, window: "W10" });
// @ts-expect-error Property 'window' is missing in type '{ instanceId: number; day: "Saturday"; }' but required in type 'RequiredArguments<"window">'.
new BackupSchedule("without a window", { instanceId: 7, day: "Saturday" });

// @ts-expect-error Expected 2-3 arguments, but got 1.
new OAuthClient("without arguments");
// @ts-expect-error Property 'label' is missing in type '{ redirectUri: string; }' but required in type 'RequiredArguments<"label">'.
new OAuthClient("without a label", { redirectUri: "https://shop.example/callback" });
// @ts-expect-error Property 'redirectUri' is missing in type '{ label: string; }' but required in type 'RequiredArguments<"redirectUri">'.
new OAuthClient("without a redirect URI", { label: "Shop" });

// @ts-expect-error Expected 2-3 arguments, but got 1.
new PaymentMethod("without arguments");
// @ts-expect-error Property 'card' is missing in type '{ isDefault: true; }' but required in type 'RequiredArguments<"card">'.
new PaymentMethod("without a card", { isDefault: true });
// @ts-expect-error Type '"keep"' is not assignable to type 'Input<"fail" | "retain" | { readonly makeDefault: Input<number>; } | undefined>'.
new PaymentMethod("another action", { card, onDelete: "keep" });
