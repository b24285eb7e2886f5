import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type {
  Effect,
  ExternalChange,
  FaultRule,
  FaultRuleInput,
  InstancePatch,
  SavedWorld,
  Settings,
} from "../../src/emulator";
import type { effect, faultRule } from "../../src/emulator/faults/rule";
import type { externalChanges } from "../../src/emulator/models/external-changes/external-change";
import type { instancePatch } from "../../src/emulator/models/external-changes/instances";
import type { settingsShape } from "../../src/emulator/settings/shape";
import { emulatorTypes } from "../../src/emulator/types-source";
import type { savedWorld } from "../../src/emulator/world/saved-world";
import type { Same } from "../same-types";

type Kinds = typeof externalChanges;
type ChangeInputs = {
  [K in keyof Kinds]: { kind: K; account?: number } & z.input<Kinds[K]["shape"]>;
}[keyof Kinds];

/** The compiler rejects `true` if a public type and the schema from which it was generated differ. */
const compared: {
  readonly savedWorld: Same<SavedWorld, z.output<typeof savedWorld>>;
  readonly settings: Same<Settings, z.output<typeof settingsShape>>;
  readonly effect: Same<Effect, z.output<typeof effect>>;
  readonly faultRule: Same<FaultRule, z.output<typeof faultRule>>;
  readonly faultRuleInput: Same<FaultRuleInput, z.input<typeof faultRule>>;
  readonly instancePatch: Same<InstancePatch, z.input<typeof instancePatch>>;
  readonly externalChange: Same<ExternalChange, ChangeInputs>;
} = {
  savedWorld: true,
  settings: true,
  effect: true,
  faultRule: true,
  faultRuleInput: true,
  instancePatch: true,
  externalChange: true,
};

it("has public types that are generated from the schemas (npm run generate)", () => {
  expect(Object.values(compared)).not.toContain(false);
  const written = readFileSync(join(__dirname, "../../src/emulator/types.generated.ts"), "utf8");
  expect(written === emulatorTypes()).toBe(true);
});
