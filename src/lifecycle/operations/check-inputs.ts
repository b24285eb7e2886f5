import type { CommonInputs } from "../../common-inputs";
import { messageOf } from "../../unknown";
import { warnIfSentElsewhere } from "../creates/sent-elsewhere";
import type { Definition } from "../definition";
import { type ResourceOrigin, readOrigin, urnOf } from "../identity/origin";
import type { CheckResult, Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { cachedPerServices, type Services } from "../services";
import { idName } from "../values/id-name";
import { inputProblems } from "../values/inputs";
import { holdsUnknown } from "../values/unknown-value";
import { checkAdoption } from "./adoption-problem";
import { recordPlannedCreate } from "./planned-create";
import { prepareInputs } from "./prepare-inputs";
import { warnOfTakenLabel } from "./warn-of-taken-label";

/** Completes the inputs and collects all their problems. Calls the service only if the inputs are valid on their own. */
export async function checkInputs<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  olds: Properties,
  news: Properties,
): Promise<CheckResult> {
  const { definition, services } = context;
  const origin = readOrigin(news.origin);
  const isNew = Object.keys(olds).length === 0;
  const createsObject = isNew && (news.adopt ?? undefined) === undefined;
  if (origin) {
    services.claims.markDeclared(urnOf(origin));
    if (createsObject) warnIfSentElsewhere(services, definition.kind, origin);
  }
  const values = prepareInputs(definition, olds, news, services);
  const { unknownArguments } = news;
  if (Array.isArray(unknownArguments)) {
    const rule = `uses an output of a resource that does not exist yet, and that failed in this run or is not part of it, so this ${definition.kind} was neither created nor changed. If it failed, resolve its error. Otherwise include it: add it to \`--target\`, or remove it from \`--exclude\`.`;
    return resultOf(
      values,
      unknownArguments.map((name) => `${String(name)}: ${rule}`),
    );
  }
  const prepareProblems = (await definition.prepare?.(values, services, olds)) ?? [];
  const problems = [
    ...inputProblems(definition, values, isNew),
    ...prepareProblems,
    ...duplicateManagerProblems(definition, services, values, origin),
  ];
  if (problems.length > 0) return resultOf(values, problems);
  const serviceProblems = (await definition.verify?.(values, services, olds)) ?? [];
  if (serviceProblems.length > 0 || !isNew) return resultOf(values, serviceProblems);
  const { problem, changed } = await checkAdoption(context, values);
  if (problem !== undefined) return resultOf(values, [problem]);
  await announceCreate(context, values, origin, changed);
  if (origin && createsObject) recordPlannedCreate(services, origin, values);
  return resultOf(values, []);
}

function resultOf(inputs: Properties, reasons: readonly string[]): CheckResult {
  return { inputs, failures: reasons.map((reason) => ({ property: "", reason })) };
}

/** Logs that a new resource adopts an object, and what the adoption changes. Warns of anything that would make the create fail. */
async function announceCreate<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  values: Properties,
  origin: ResourceOrigin | undefined,
  changed: readonly string[],
): Promise<void> {
  const { definition, services, identity } = context;
  const { adopt } = values;
  if (adopt !== undefined && !holdsUnknown(adopt)) {
    const names = changed.map((name) => `\`${name}\``).join(", ");
    const changes = names === "" ? "" : `, and changes its ${names}`;
    services.log.info(
      `adopts the existing ${definition.kind} ${String(adopt)} instead of creating one${changes}`,
      origin,
    );
  }
  // A check cannot refuse the create: with `--target`, it may not be part of the run.
  const obstacle = await identity.ownership.findObstacleToCreate(definition.kind);
  if (obstacle !== undefined) services.log.warn(obstacle, origin);
  if (origin) {
    if (adopt === undefined) announceSearch(services, definition.kind, origin);
    await warnIfUnwritable(services);
    await warnOfTakenLabel(context, values, origin);
  }
}

/** Logs that the create begins with a search for what an earlier one created. Interrupted ones are reported together. */
function announceSearch({ intents, address, log }: Services, kind: string, origin: ResourceOrigin): void {
  if (intents.find(origin, address)?.isFailed !== true) return;
  log.info(
    `An earlier create of this ${kind} is unresolved. \`pulumi up\` searches for its result first.`,
    origin,
  );
}

/** Warns, once per process, that no create can be recorded. A check cannot refuse it: with `--target`, it may not be part of the run. */
const warnIfUnwritable = cachedPerServices(async ({ intents, log }) => {
  try {
    await intents.checkWritable();
  } catch (error) {
    log.warn(`${messageOf(error)} Until then, \`pulumi up\` creates nothing.`);
  }
});

/** Reports another resource of the program that already manages the object, through `adopt` or an id argument. */
function duplicateManagerProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  { claims }: Services,
  values: Properties,
  origin: ResourceOrigin | undefined,
): readonly string[] {
  const name = values.adopt === undefined ? idName(definition) : "adopt";
  const id = name in definition.fields ? values[name] : undefined;
  if (!origin || id === undefined || holdsUnknown(id)) return [];
  const problem = claims.recordManager(definition.kind, String(id), [urnOf(origin)]);
  return problem === undefined ? [] : [`${name}: ${problem}`];
}
