import { createEmulator, type FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, revealMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { shop } from "./oauth-clients";
import { visa } from "./payment-methods";
import { callsTo, failuresOf, smallInstance } from "./programs";

/** The `euuid` of the accounts to which the emulator's default token and its second token belong. */
export const ownAccount = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";
export const otherAccount = "1f2b6c3d-8e4a-4b7a-9d51-6c7e8f9a0b12";

/** The arguments of one resource of each type, before and after an update. */
export const kinds: Readonly<Record<string, { readonly first: PropertyMap; readonly changed: PropertyMap }>> =
  {
    Instance: {
      first: { ...smallInstance, label: "web" },
      changed: { ...smallInstance, label: "web-2" },
    },
    Image: { first: { diskId: 0, label: "golden" }, changed: { diskId: 0, label: "silver" } },
    OAuthClient: { first: shop, changed: { ...shop, label: "Store" } },
    PaymentMethod: { first: { card: visa, isDefault: false }, changed: { card: visa, isDefault: true } },
    BackupSchedule: {
      first: { instanceId: 0, day: "Sunday", window: "W10" },
      changed: { instanceId: 0, day: "Monday", window: "W10" },
    },
  };

const deployment = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  root_pass: "long-enough-1",
};

/** A stack with one resource, `it`. Its service can be replaced by another one. */
export class IdentityStack extends TestStack {
  /** Creates an instance outside the stack, and the resource, which may refer to that instance or to its disk. */
  async prepare(type: string) {
    const { client } = this.services();
    const { id } = await this.clock.run(client.instances.create({ ...deployment, label: "before" }));
    await this.clock.advance(600_000);
    const diskId = this.emulator.control.world().disks.find((disk) => disk.instance_id === id)?.id ?? 0;
    const kind = kinds[type];
    if (!kind) throw new Error(`There is no kind ${type}.`);
    const program =
      (inputs: PropertyMap): ProgramFunction =>
      async (register) => {
        const references = {
          ...("diskId" in inputs && { diskId }),
          ...("instanceId" in inputs && { instanceId: id }),
        };
        await register(declare(type, "it", { ...inputs, ...references }));
        return {};
      };
    const first = program(kind.first);
    expect(failuresOf(await this.up(first))).toEqual([]);
    this.emulator.control.forgetRequests();
    this.messages.length = 0;
    return { first, changed: program(kind.changed) };
  }

  /** Replaces the service with a new one, in which the same ids belong to other objects. */
  async replaceService(type: string) {
    await this.clock.advance(3_600_000);
    this.emulator = createEmulator({ clock: this.clock, seed: 1 });
    const { client } = this.services();
    for (const label of ["one", "two"])
      await this.clock.run(client.instances.create({ ...deployment, label }));
    await this.clock.advance(600_000);
    if (type === "Image") {
      const disk_id = this.emulator.control.world().disks[0]?.id ?? 0;
      await this.clock.run(client.images.create({ disk_id, label: "theirs" }));
    }
    if (type === "PaymentMethod") {
      const data = { card_number: "4111111111111111", expiry_month: 12, expiry_year: 2040, cvv: "123" };
      await this.clock.run(client.paymentMethods.add({ type: "credit_card", is_default: false, data }));
    }
    await this.clock.advance(600_000);
    this.emulator.control.forgetRequests();
  }

  /** From now on, views of the account return a fault. Removes all other faults. */
  failAccountViews(effect: FaultRuleInput["effect"]) {
    this.emulator.control.faults.clear();
    this.emulator.control.faults.add({ operation: "account.view", when: "before", effect });
  }

  get changeCalls(): string[] {
    return callsTo(this).filter((call) => !call.startsWith("GET "));
  }

  /** Ids and outputs in the state, with secrets in plain text: Jest considers any two secrets equal. */
  get plainState() {
    return this.store.snapshot.resources.map(({ id, outputs }) => ({ id, outputs: revealMap(outputs) }));
  }

  get identity() {
    return this.outputs("it")?.identity;
  }
}
