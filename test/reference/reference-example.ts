import { wellKnownTokens } from "../../src/emulator";
import type { TestedStack } from "../../src/program-testing";

/** How the example on a page of the reference is tested: what it finds in the service, and what it creates or reads. */
export interface ReferenceExample {
  readonly config?: Readonly<Record<string, string | { readonly secret: string }>>;
  readonly before?: (stack: TestedStack) => Promise<unknown>;
  /** The outputs of its stack, or the part that is known before the run. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly secrets?: readonly string[];
  /** The records of the service afterwards, by table, if the example creates something. */
  readonly makes?: Readonly<Record<string, object>>;
}

/** In milliseconds. */
export const hour = 3_600_000;

/** A running instance `web`, which no stack manages. */
export async function createInstance(stack: TestedStack): Promise<void> {
  await call(stack, "node/instances", {
    ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "correct-horse-battery" },
    ...{ label: "web", tags: ["shop"] },
  });
  await stack.clock.advance(hour);
}

/** Sends a POST request. Throws if the service rejects it. */
export async function call(stack: TestedStack, path: string, body: object = {}): Promise<void> {
  const response = await stack.emulator.fetch(
    new Request(`http://emulator.test/v4/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${wellKnownTokens.full}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
}
