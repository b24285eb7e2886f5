import type { Declared } from "../history";
import type { ProcessHistory, ProcessStep } from "./history";

const declared = (type: Declared["type"], name: string, more: Partial<Declared> = {}): Declared => ({
  ...{ type, name, inComponent: false, options: [], changes: [], refersTo: undefined },
  ...more,
});
const up: ProcessStep = { operation: "up", edits: [], faults: [], kill: undefined, machine: 0 };
const quick = { provisioningSeconds: 1, bootDelaySeconds: 1, bootingSeconds: 1, busySeconds: 1 };
const history = (resources: readonly Declared[], ...steps: readonly ProcessStep[]): ProcessHistory => ({
  ...{ seed: 1, settings: quick, resources, steps },
});

/** Histories that every test run repeats. */
export const fixedHistories: Readonly<Record<string, ProcessHistory>> = {
  "an engine is killed between the request and the response of a create": history(
    [declared("Instance", "web", { inComponent: true }), declared("OAuthClient", "shop", { refersTo: 0 })],
    {
      ...up,
      faults: [{ method: "GET", from: 2, count: 1, when: "before", effect: { refused: 5_000 } }],
      kill: { signal: "SIGKILL", process: "engine", method: "POST", request: 1, isCarriedOut: true },
    },
  ),
  "responses to creates are lost and a plugin is killed": history(
    [declared("OAuthClient", "shop"), declared("PaymentMethod", "card"), declared("Image", "golden")],
    {
      ...up,
      faults: [{ method: "POST", count: 1, when: "after", effect: { reset: true } }],
      kill: { signal: "SIGKILL", process: "plugin", method: "POST", request: 2, isCarriedOut: true },
    },
  ),
};
