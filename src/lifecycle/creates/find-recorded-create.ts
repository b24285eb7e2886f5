import type { CommonInputs } from "../../common-inputs";
import { deadlineAfter } from "../deadline";
import { causeOf, LifecycleError } from "../failures";
import type { Properties } from "../lifecycle";
import type { Intent } from "../records/intents";
import type { ResourceContext } from "../resource-context";
import { stepsInOrder } from "../steps";
import { returnedInputs } from "../values/adoption";
import { sentHiddenInputs } from "../values/hidden-inputs";
import { idName } from "../values/id-name";
import { declaredInputs } from "../values/inputs";
import { writeOutputs } from "../values/outputs";
import { isProvenResult } from "./create-matcher";
import { findCreated } from "./find-created";
import { searchTimeout } from "./find-earlier-create";
import { verifyRequestAccount } from "./request-account";

/** The object of a create whose declaration is unknown. */
export type RecordedCreate =
  | {
      readonly kind: "created";
      readonly id: string;
      /** The declaration that describes the object, as far as the service returns it. */
      readonly inputs: Properties;
      readonly outputs: Properties;
      readonly secretOutputs: readonly string[];
      /** Whether `up` deletes the object if no resource takes it over. */
      readonly isProven: boolean;
    }
  /** `isUsable`: whether a program can adopt them. */
  | { readonly kind: "candidates"; readonly ids: readonly string[]; readonly isUsable: boolean }
  | { readonly kind: "none"; readonly isCertain: boolean };

/** Searches for the object of a create that is known only from the record on this machine. */
export async function findRecorded<I extends CommonInputs, Live, Step extends string>(
  { definition, services, identity }: ResourceContext<I, Live, Step>,
  intent: Intent,
): Promise<RecordedCreate> {
  const { kind, createMatcher, fields } = definition;
  const { origin } = intent;
  const deadline = deadlineAfter(services.clock, searchTimeout);
  await identity.ownership.verifyBeforeCreate(kind, deadline, `The ${kind} was not searched for`);
  const isCertain = await verifyRequestAccount(services, intent);
  if (createMatcher === undefined) return { kind: "none", isCertain };
  const collection = definition.collection(services);
  const idOf = (live: Live) =>
    String(writeOutputs(definition, live, { applied: undefined })[idName(definition)]);
  const task = {
    ...{ services, deadline, origin, inputs: {}, applied: undefined, reportProgress: () => undefined },
    generatedLabel: intent.nonce !== undefined,
    earlier: { intent, sentBetween: [intent.at, intent.at] as const },
  };
  const target = { kind, collection, idOf, createMatcher };
  const found = await findCreated(task, target, intent);
  if (found.kind === "none") return { kind: "none", isCertain };
  if (found.kind === "several") return { kind: "candidates", ids: found.ids, isUsable: true };
  if (found.kind === "unproven") {
    const reason = found.failure === undefined ? "it timed out" : causeOf(found.failure);
    throw new LifecycleError(`The search for the ${kind} failed: ${reason}. Run the command again.`);
  }
  const { live } = found;
  const id = idOf(live);
  const isProven = isProvenResult(createMatcher, live, intent, intent.id === id);
  const isUsable = definition.adoptionObstacle?.(live, services) === undefined;
  if (!isProven && createMatcher.needsProof?.(intent)) return { kind: "candidates", ids: [id], isUsable };
  services.claims.claim(kind, id);
  const label = definition.labelOf?.(live) ?? undefined;
  const inputs = {
    ...returnedInputs(definition, live),
    ...(label === undefined ? {} : { label, generatedLabel: intent.nonce !== undefined }),
    origin,
  };
  // An object that no program can use is replaced, because the values that it was created with are not recorded.
  const applied = { ...(isUsable ? sentHiddenInputs(fields, intent.hidden) : {}), ...inputs };
  const outputs = writeOutputs(definition, live, {
    ...{ applied, kept: { ...(await identity.identityOfCreated(id, live, origin)) } },
    unfinished: stepsInOrder(
      definition,
      new Set(definition.createSteps(declaredInputs<I>(fields, applied).values)),
    ),
  });
  return {
    kind: "created",
    id,
    inputs,
    outputs,
    secretOutputs: ["applied", ...(definition.keptSecrets ?? [])],
    isProven,
  };
}
