import { wellKnownTokens } from "../../src/emulator";
import type { Properties } from "../../src/lifecycle";
import { resourceTypes } from "../../src/resources/resource-types";
import { TestStack } from "../../src/testing";

/** The `euuid` of the emulator's account. */
const account = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";

describe("reading an object that no state manages, as `get` does", () => {
  it("returns the outputs of a payment method by its id", async () => {
    const stack = new TestStack();
    const methods = resourceTypes.PaymentMethod.lifecycle(stack.services());
    expect(await stack.clock.run(methods.read("1"))).toEqual({
      id: "1",
      props: {
        paymentMethodId: 1,
        type: "credit_card",
        isDefault: true,
        created: expect.any(String),
        data: { cardType: "Visa", expiry: "12/2025", lastFour: "0026" },
        identity: { account, created: "2021-03-21T09:00:00" },
      },
    });
  });

  it("with the token of another account is refused without the advice to adopt an object, which may be another one", async () => {
    const stack = new TestStack();
    const read = async (token: string, props?: Properties) =>
      stack.clock.run(resourceTypes.PaymentMethod.lifecycle(stack.services({ token })).read("1", props));
    const { props } = await read(wellKnownTokens.full);
    await expect(read(wellKnownTokens.secondAccount, props)).rejects.toThrow(
      /^payment method 1 belongs to account 0e1a5b2c-\S+, but the token belongs to account \S+ at \S+\. Nothing was changed\. Use a token for account 0e1a5b2c-\S+, or read another id\.$/,
    );
  });

  it("returns the outputs of a backup schedule by the id of its instance", async () => {
    const stack = new TestStack();
    const services = stack.services();
    await stack.clock.run(services.client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    const schedules = resourceTypes.BackupSchedule.lifecycle(services);
    expect(await stack.clock.run(schedules.read("1"))).toEqual({
      id: "1",
      props: {
        instanceId: 1,
        enabled: false,
        day: null,
        window: null,
        lastSuccessful: null,
        identity: { account, created: "2022-03-21T09:00:00", region: "us-east" },
      },
    });
  });
});
