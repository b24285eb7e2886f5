import { compare } from "./compare";
import type { CommonInputs, Definition, Properties } from "./definition";
import { IgnoredChanges } from "./ignored-changes";
import { declaredInputs } from "./inputs";
import { generateLabel } from "./labels";
import type { Services } from "./services";
import { readOrigin } from "./state";
import { holdsUnknown } from "./unknown-value";

/**
 * Completes what the user wrote: a label where none was written, kept from the last inputs or new, and the note whether it
 * was. While `adopt` is set, a change that would replace the thing is refused: it would be destroyed, for it was there before.
 */
export function prepareInputs<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  olds: Properties,
  news: Properties,
  services: Services,
): { readonly values: Record<string, unknown>; readonly problems: readonly string[] } {
  const origin = readOrigin(news.origin);
  const values = Object.fromEntries(
    Object.entries(news).filter(([, value]) => value !== undefined && value !== null),
  );
  const isNew = Object.keys(olds).length === 0;
  if (definition.labelOf && !definition.labelsAreWritten) {
    // The engine puts the label that was generated into the inputs where changes of it are ignored.
    const isPutBack =
      olds.generatedLabel === true &&
      values.label === olds.label &&
      new IgnoredChanges(values).includes("label");
    values.generatedLabel = values.label === undefined || isPutBack;
    const kept = typeof olds.label === "string" ? olds.label : undefined;
    const name = origin?.name ?? definition.kind;
    // One that was adopted keeps the label that it had, also when `adopt` is gone.
    if (values.label === undefined && values.adopt === undefined && (isNew || kept !== undefined))
      values.label = kept ?? generateLabel(name, services.clock);
  }
  if (values.adopt === undefined || holdsUnknown(values.adopt)) return { values, problems: [] };
  if (isNew) {
    services.log.info(
      `adopts the existing ${definition.kind} ${String(values.adopt)} instead of creating one`,
      origin,
    );
    // A replacement that deletes first does so before it creates: what is adopted is left alone from here on.
    services.claims.markAdopted(definition.kind, String(values.adopt));
    return { values, problems: [] };
  }
  return { values, problems: adoptionProblems(definition, olds, values) };
}

function adoptionProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  olds: Properties,
  values: Properties,
): readonly string[] {
  const before = declaredInputs<I>(definition.fields, olds).values;
  const declared = declaredInputs<I>(definition.fields, values).values;
  if (before.adopt !== undefined && String(before.adopt) !== String(declared.adopt)) {
    return [
      `adopt: was ${String(before.adopt)} and can't become ${String(declared.adopt)}; declare another resource for it.`,
    ];
  }
  const { replaced } = compare(definition.fields, declared, before, undefined, true);
  const known = replaced.filter((name) => !holdsUnknown(declared[name]));
  return known.map(
    (name) =>
      `${name}: can't change while \`adopt\` is set, because a replacement would destroy the ${definition.kind} that was there before. Remove \`adopt\` first, in an update of its own, if that is meant.`,
  );
}
