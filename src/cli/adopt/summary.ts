import { countOf, groupOmitted, type Survey } from "../../adoption";
import { exitCodes } from "../../drift";

/** The exit code after the program was written. */
export function exitCodeOf({ omitted }: Survey): number {
  return omitted.some(({ isTemporary }) => isTemporary) ? exitCodes.incomplete : 0;
}

/** What was written, what is not in it, and what to do next. */
export function summaryOf(survey: Survey, folder: string): string {
  const { adoptable, omitted, stacks, managed, otherStacks } = survey;
  const counts = new Map<string, number>();
  for (const { inspector } of adoptable) counts.set(inspector.kind, (counts.get(inspector.kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `  ${countOf(count, kind)}`);
  const groups = groupOmitted(omitted).map(({ title, reason, objects }) => {
    return `  ${title}: ${reason}\n    ${idsOf(objects.map(({ id }) => id))}`;
  });
  const isTemporary = omitted.some((object) => object.isTemporary);
  return [
    `Wrote ${folder}, a program that adopts ${countOf(adoptable.length, "object")}.`,
    ...kinds,
    stacks.length === 0
      ? "No stack was specified, so it also adopts objects that stacks already manage."
      : `${stacks.join(", ")} ${stacks.length === 1 ? "manages" : "manage"} ${countOf(managed, "other object")}.`,
    ...(otherStacks.length > 0
      ? [
          `Warning: objects of other stacks are included: ${otherStacks.join(", ")}. Specify these stacks, or use --all-stacks.`,
        ]
      : []),
    ...(groups.length > 0 ? ["Not adopted:", ...groups] : []),
    ...(isTemporary
      ? [
          "The program is incomplete. Run the command again, with another folder, when the objects have stopped changing.",
        ]
      : []),
    `Next: ${folder}/README.md describes how to run it.`,
    "",
  ].join("\n");
}

const maxIds = 10;

function idsOf(ids: readonly string[]): string {
  const others = ids.length - maxIds;
  return `${ids.slice(0, maxIds).join(", ")}${others > 0 ? ` and ${others.toLocaleString("en-US")} more` : ""}`;
}
