import type { Client } from "../../../src/client";
import type { TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";

/** A change that another user makes by an API call, once no job keeps the object busy. Ten seconds later the service has carried it out. */
export function byCall(
  call: (client: Client, id: number) => Promise<unknown>,
): (stack: TestStack, id: string) => Promise<void> {
  return async (stack, id) => {
    await advanceUntilIdle(stack);
    await stack.clock.run(call(stack.services().client, Number(id)));
    await stack.clock.advance(10_000);
  };
}

type ControlledChange = Parameters<TestStack["emulator"]["control"]["externalChange"]>[0];

/** A change that no API call makes. */
export function byControl(change: (id: string) => ControlledChange): (stack: TestStack, id: string) => void {
  return (stack, id) => stack.emulator.control.externalChange(change(id));
}
