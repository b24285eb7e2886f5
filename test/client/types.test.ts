import type { z } from "zod";
import type {
  Backup,
  Backups,
  BackupsRestoreArgs,
  BackupsSnapshotArgs,
  Event,
  EventsListArgs,
  Image,
  ImagesViewArgs,
  Instance,
  InstancesBootArgs,
  InstancesCloneArgs,
  InstancesCreateArgs,
  InstancesUpdateArgs,
  Region,
} from "../../src/client";
import type { Args, Operations } from "../../src/contract";

/** Without what the arguments allow beyond the schema: an explicit undefined and read-only arrays. */
type Exact<T> = T extends readonly (infer Item)[]
  ? Exact<Item>[]
  : T extends object
    ? { [Name in keyof T]: Exact<Exclude<T[Name], undefined>> }
    : T;
/** Whether the schema's input and our type are assignable to each other. */
type SameArgs<Operation, Ours> = [Args<Operation>] extends [Ours]
  ? [Exact<Ours>] extends [Args<Operation>]
    ? true
    : never
  : never;
/** Whether the schema's output is assignable to our type, which has no other member. */
type SameResponse<Schema extends z.ZodType, Ours> = [z.output<Schema>] extends [Ours]
  ? [keyof Ours] extends [keyof z.output<Schema>]
    ? true
    : never
  : never;
type ResponseOf<Operation> = Operation extends { response: infer Response extends z.ZodType }
  ? Response
  : never;

interface ComparedTypes {
  create: SameArgs<Operations["instances"]["create"], InstancesCreateArgs>;
  update: SameArgs<Operations["instances"]["update"], InstancesUpdateArgs>;
  boot: SameArgs<Operations["instances"]["boot"], InstancesBootArgs>;
  clone: SameArgs<Operations["instances"]["clone"], InstancesCloneArgs>;
  snapshot: SameArgs<Operations["backups"]["snapshot"], BackupsSnapshotArgs>;
  restore: SameArgs<Operations["backups"]["restore"], BackupsRestoreArgs>;
  events: SameArgs<Operations["events"]["list"], EventsListArgs>;
  imageView: SameArgs<Operations["images"]["view"], ImagesViewArgs>;
  instance: SameResponse<ResponseOf<Operations["instances"]["view"]>, Instance>;
  backups: SameResponse<ResponseOf<Operations["backups"]["list"]>, Backups>;
  backup: SameResponse<ResponseOf<Operations["backups"]["view"]>, Backup>;
  event: SameResponse<ResponseOf<Operations["events"]["view"]>, Event>;
  image: SameResponse<ResponseOf<Operations["images"]["view"]>, Image>;
  region: SameResponse<ResponseOf<Operations["regions"]["view"]>, Region>;
}

describe("the client's types", () => {
  it("are those of the contract's schemas", () => {
    const compared: ComparedTypes = {
      ...{ create: true, update: true, boot: true, clone: true, snapshot: true, restore: true, events: true },
      ...{
        imageView: true,
        instance: true,
        backups: true,
        backup: true,
        event: true,
        image: true,
        region: true,
      },
    };
    expect(Object.values(compared).every(Boolean)).toBe(true);
  });

  it("have open enums in responses, and closed ones in arguments", () => {
    const status: Instance["status"] = "a status of next year";
    expect(status).toBe("a status of next year");
  });
});
