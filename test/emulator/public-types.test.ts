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
import type { AreSame } from "../same-types";

type Kinds = typeof externalChanges;
type ChangeInputs = {
  [K in keyof Kinds]: { kind: K; account?: number } & z.input<Kinds[K]["shape"]>;
}[keyof Kinds];

/** The compiler rejects `true` if a public type and the schema from which it was generated differ. */
const compared: {
  readonly savedWorld: AreSame<SavedWorld, z.output<typeof savedWorld>>;
  readonly settings: AreSame<Settings, z.output<typeof settingsShape>>;
  readonly effect: AreSame<Effect, z.output<typeof effect>>;
  readonly faultRule: AreSame<FaultRule, z.output<typeof faultRule>>;
  readonly faultRuleInput: AreSame<FaultRuleInput, z.input<typeof faultRule>>;
  readonly instancePatch: AreSame<InstancePatch, z.input<typeof instancePatch>>;
  readonly externalChange: AreSame<ExternalChange, ChangeInputs>;
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
