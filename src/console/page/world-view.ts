import type { Row } from "../../emulator/console/messages";
import type { Column, LabelOf } from "../model/columns";
import { readText } from "../model/read";
import { nameOf } from "../model/store";
import { matchesSearch, type WorldTable, worldTables } from "../model/world-tables";
import type { Context, View } from "./context";
import { h, setAttribute, setText, showOne } from "./dom";
import { emptyState } from "./empty-state";
import { progressBar, setProgress, setStatus, statusPill } from "./status-pill";
import { VirtualList } from "./virtual-list";

const rowHeight = 32;

/** The objects of the world, one table at a time. */
export function worldView(context: Context): View & { readonly open: (table: string) => void } {
  const { store, account } = context;
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search  /",
    "aria-label": "Search objects",
    on: { input: () => update() },
  });
  const tables = worldTables.map((table) => {
    const counter = h("span", { class: "count" });
    const tab = h(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": "false",
        tabindex: -1,
        on: { click: () => open(table.id), keydown: (event) => moveTab(event) },
      },
      table.title,
      counter,
    );
    return { table, tab, counter, list: listOf(table, context, () => labelOf) };
  });
  const [first] = tables;
  let current = first;
  let shown = "";
  const status = h("p", { class: "summary", role: "status" });
  const place = h("div", { class: "place" });
  const element = h(
    "section",
    { class: "view", "aria-label": "World" },
    h(
      "div",
      { class: "bar" },
      h(
        "div",
        { class: "tabs", role: "tablist", "aria-label": "Kinds of objects" },
        ...tables.map(({ tab }) => tab),
      ),
      search,
    ),
    status,
    place,
  );

  const labelOf: LabelOf = (number, instance) => {
    const row = store.row({ table: "instances", account: number, key: instance });
    return row ? readText(row.json, "label") : `instance ${instance}`;
  };

  function rowsOf(table: WorldTable): readonly Row[] {
    const rows = store.rows(table.table, account());
    return table.includes ? rows.filter(table.includes) : rows;
  }

  function open(id: string): void {
    const next = tables.find(({ table }) => table.id === id);
    if (!next) return;
    current = next;
    shown = "";
    update();
  }

  /** The arrow keys move between the tabs, of which only the current one is reached with Tab. */
  function moveTab(event: Event): void {
    if (!(event instanceof KeyboardEvent) || !current) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by && tables[(tables.indexOf(current) + by + tables.length) % tables.length];
    if (!next) return;
    event.preventDefault();
    open(next.table.id);
    next.tab.focus();
  }

  function update(): void {
    if (!current) return;
    const { table, list } = current;
    const state = `${store.revision("world")} ${table.id} ${search.value} ${account()} ${store.isComplete}`;
    if (state === shown) {
      // Only times have changed.
      list.refresh();
      return;
    }
    shown = state;
    for (const { table: own, tab, counter } of tables) {
      setAttribute(tab, "aria-selected", String(own === table));
      tab.tabIndex = own === table ? 0 : -1;
      setText(counter, String(rowsOf(own).length));
    }
    const all = rowsOf(table);
    const found = all.filter((row) => matchesSearch(row, table, search.value, labelOf));
    setText(status, summaryOf(found, all.length, search.value));
    const isEmpty = found.length === 0;
    const content = isEmpty
      ? emptyState(
          all.length > 0
            ? "Nothing matches the search."
            : store.isComplete
              ? table.empty
              : "Loading the world...",
        )
      : list.element;
    showOne(place, content);
    list.setItems(found);
  }

  return {
    element,
    update,
    open,
    key: (key) => {
      if (key === "/") search.focus();
      else if (key === "j" || key === "k") current?.list.move(key === "j" ? 1 : -1);
      else if (key === "Enter") current?.list.openSelected();
      else return false;
      return true;
    },
  };
}

function summaryOf(rows: readonly Row[], all: number, search: string): string {
  const statuses = new Map<string, number>();
  for (const { json } of rows) {
    const status = readText(json, "status").replaceAll("_", " ");
    if (status !== "") statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const counts = [...statuses]
    .sort(([, one], [, other]) => other - one)
    .map(([status, count]) => `${count.toLocaleString("en-US")} ${status}`);
  const found =
    search.trim() === ""
      ? []
      : [`${rows.length.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} found`];
  return [...found, ...counts].join(" · ");
}

function listOf(table: WorldTable, context: Context, labelOf: () => LabelOf): VirtualList<Row> {
  return new VirtualList<Row>({
    label: table.title,
    rowHeight,
    headings: table.columns,
    keyOf: nameOf,
    cells: () => table.columns.map(cellOf),
    fill: (cells, row) => {
      for (const [index, column] of table.columns.entries()) {
        const cell = cells[index];
        if (cell)
          fillCell(cell, column, row, { now: context.now(), labelOf: labelOf(), brand: context.store.brand });
      }
    },
    onOpen: (row) => context.openObject(table.table, nameOf(row)),
    onMove: (row) => {
      if (context.isShowingDetails()) context.openObject(table.table, nameOf(row));
    },
  });
}

function cellOf({ kind }: Column): HTMLElement {
  switch (kind) {
    case "status":
      return h("div", {}, statusPill());
    case "progress":
      return h("div", {}, progressBar());
    case "mono":
      return h("div", { class: "mono" });
    default:
      return h("div");
  }
}

function fillCell(
  cell: HTMLElement,
  column: Column,
  row: Row,
  { now, labelOf, brand }: { readonly now: number; readonly labelOf: LabelOf; readonly brand: string },
): void {
  const [content] = cell.children;
  if (column.kind === "status" && content) setStatus(content, column.text(row, labelOf));
  else if (column.kind === "progress" && content instanceof HTMLElement)
    setProgress(content, row.action, { now, brand });
  else {
    const text = column.text(row, labelOf);
    setText(cell, text);
    setAttribute(cell, "title", text);
  }
}
