import { printable } from "../../printable";
import { columnsOf } from "./columns";
import { isInternal, resourceLabel } from "./labels";
import { indent, type Line } from "./line";
import type { ResourceRow, RunProgress } from "./run-progress";

interface TreeNode {
  readonly row: ResourceRow;
  readonly children: readonly TreeNode[];
}

/** The first line of a row: `stem` contains its branches, `padding` aligns the text after its name. */
export interface RowHead {
  readonly row: ResourceRow;
  readonly stem: string;
  readonly padding: string;
}

/** Lays out the shown rows as a tree, each with the lines of its head and, indented, its body. */
export function layOutTree(
  progress: RunProgress,
  isShown: (row: ResourceRow) => boolean,
  headLine: (head: RowHead) => Line,
  bodyLines: (row: ResourceRow) => readonly Line[],
): readonly Line[] {
  const laidOut: { readonly stem: string; readonly row: ResourceRow; readonly body: readonly Line[] }[] = [];
  const walk = (siblings: readonly TreeNode[], stem: string, isRoot: boolean): void => {
    for (const [at, { row, children }] of siblings.entries()) {
      const isLast = at === siblings.length - 1;
      const childStem = isRoot ? "" : `${stem}${isLast ? "   " : "│  "}`;
      const rail = `     ${childStem}${children.length > 0 ? "│  " : "   "}`;
      const ownStem = isRoot ? "" : `${stem}${isLast ? "└─ " : "├─ "}`;
      laidOut.push({ stem: ownStem, row, body: indent(rail, bodyLines(row)) });
      walk(children, childStem, false);
    }
  };
  walk(buildTree(progress, isShown), "", true);
  const widths = laidOut.map(({ stem, row }) => columnsOf(printable(stem + resourceLabel(row))));
  const column = Math.min(maxNameColumns, Math.max(0, ...widths));
  return laidOut.flatMap(({ row, stem, body }, at) => {
    const padding = " ".repeat(Math.max(0, column - (widths[at] ?? 0)) + 2);
    return [headLine({ row, stem, padding }), ...body];
  });
}

/** Longer names do not move the column of the statuses. */
const maxNameColumns = 48;

/** Puts the shown rows under their parents. A parent is shown whenever one of its children is. */
function buildTree(progress: RunProgress, isShown: (row: ResourceRow) => boolean): readonly TreeNode[] {
  const children = new Map<string, ResourceRow[]>();
  const placed = new Set<string>();
  const place = (row: ResourceRow): void => {
    if (placed.has(row.urn)) return;
    placed.add(row.urn);
    const parent = progress.row(row.parent);
    const shownParent = parent && !isInternal(parent) ? parent : undefined;
    const siblings = children.get(shownParent?.urn ?? "") ?? [];
    siblings.push(row);
    children.set(shownParent?.urn ?? "", siblings);
    if (shownParent) place(shownParent);
  };
  for (const row of progress.rows) if (isShown(row)) place(row);
  const childrenOf = (urn: string): readonly TreeNode[] =>
    (children.get(urn) ?? []).sort(byName).map((row) => ({ row, children: childrenOf(row.urn) }));
  return childrenOf("");
}

/** Sorts resources by name, so that every run has the same order and previews can be compared. */
function byName(left: ResourceRow, right: ResourceRow): number {
  return collator.compare(left.name, right.name) || collator.compare(left.urn, right.urn);
}

const collator = new Intl.Collator("en", { numeric: true });
