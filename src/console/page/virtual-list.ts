import type { Tier } from "../model/columns";
import { anchoredScroll, scrollToRow, visibleRows } from "../model/virtual-rows";
import { h } from "./dom";

interface Heading {
  readonly title: string;
  readonly width: string;
  /** See `Column`. */
  readonly tier?: Tier;
}

interface ListOptions<T> {
  /** The name of the list, for screen readers. */
  readonly label: string;
  readonly rowHeight: number;
  readonly headings: readonly Heading[];
  readonly keyOf: (item: T) => string;
  /** Creates the cells of a row, which `fill` updates. */
  readonly cells: () => readonly HTMLElement[];
  readonly fill: (cells: readonly HTMLElement[], item: T, row: HTMLElement) => void;
  readonly onOpen: (item: T) => void;
  /** Called when keys have selected another item. */
  readonly onMove?: (item: T) => void;
}

/** A table of which only the visible rows exist as elements. It is operated by mouse and by keys. */
export class VirtualList<T> {
  readonly element: HTMLElement;
  readonly #options: ListOptions<T>;
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #rows: Row[] = [];
  #items: readonly T[] = [];
  #selected: string | undefined;

  constructor(options: ListOptions<T>) {
    this.#options = options;
    const { headings, label } = options;
    const head = h(
      "div",
      { class: "row head", role: "row", "aria-rowindex": 1 },
      ...headings.map(({ title, tier = 2 }) =>
        h("div", { class: `cell tier-${tier}`, role: "columnheader" }, title),
      ),
    );
    this.#body = h("div", { class: "rows", role: "rowgroup" });
    this.#scroller = h(
      "div",
      {
        class: "scroller",
        role: "grid",
        tabindex: 0,
        "aria-label": label,
        on: {
          scroll: () => this.#render(),
          keydown: (event) => this.#keyDown(event),
        },
      },
      h("div", { class: "sticky", role: "rowgroup" }, head),
      this.#body,
    );
    this.element = h("div", { class: "list" }, this.#scroller);
    for (const maxTier of [0, 1, 2]) {
      const shown = headings.filter(({ tier = 2 }) => tier <= maxTier);
      this.element.style.setProperty(`--columns-${maxTier}`, shown.map(({ width }) => width).join(" "));
    }
    this.element.style.setProperty("--row-height", `${options.rowHeight}px`);
    new ResizeObserver(() => this.#render()).observe(this.#scroller);
  }

  get selected(): T | undefined {
    return this.#items.find((item) => this.#options.keyOf(item) === this.#selected);
  }

  /** Shows these items. The first visible one stays in its place, unless the list is at its top. */
  setItems(items: readonly T[]): void {
    const { keyOf, rowHeight } = this.#options;
    const top = anchoredScroll(this.#items, items, keyOf, this.#scroller.scrollTop, rowHeight);
    this.#items = items;
    this.#body.style.setProperty("height", `${items.length * rowHeight}px`);
    if (top !== this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    this.#render();
  }

  /** Updates the visible items, for example their times. */
  refresh(): void {
    this.#render();
  }

  select(key: string | undefined): void {
    this.#selected = key;
    this.#render();
  }

  /** Selects the row that is `by` rows further down. */
  move(by: number): void {
    const { keyOf, rowHeight } = this.#options;
    if (this.#items.length === 0) return;
    const before = this.#items.findIndex((item) => keyOf(item) === this.#selected);
    const index = Math.min(this.#items.length - 1, Math.max(0, before < 0 ? by - 1 : before + by));
    const item = this.#items[index];
    if (item === undefined) return;
    this.#selected = keyOf(item);
    const height = this.#scroller.clientHeight - rowHeight;
    this.#scroller.scrollTop = scrollToRow(index, this.#scroller.scrollTop, height, rowHeight);
    this.#render();
    this.#options.onMove?.(item);
  }

  openSelected(): void {
    const item = this.selected;
    if (item !== undefined) this.#options.onOpen(item);
  }

  focus(): void {
    this.#scroller.focus({ preventScroll: true });
  }

  #render(): void {
    const { rowHeight, keyOf, fill } = this.#options;
    const { scrollTop, clientHeight } = this.#scroller;
    const { start, end } = visibleRows(scrollTop, clientHeight, rowHeight, this.#items.length);
    while (this.#rows.length < end - start) this.#addRow();
    let active = "";
    for (const [place, row] of this.#rows.entries()) {
      const index = start + place;
      const item = index < end ? this.#items[index] : undefined;
      row.element.hidden = item === undefined;
      if (item === undefined) continue;
      row.index = index;
      const isSelected = keyOf(item) === this.#selected;
      row.element.style.setProperty("transform", `translateY(${index * rowHeight}px)`);
      row.element.setAttribute("aria-rowindex", String(index + 2));
      row.element.setAttribute("aria-selected", String(isSelected));
      if (isSelected) active = row.element.id;
      fill(row.cells, item, row.element);
    }
    this.#scroller.setAttribute("aria-rowcount", String(this.#items.length + 1));
    if (active === "") this.#scroller.removeAttribute("aria-activedescendant");
    else this.#scroller.setAttribute("aria-activedescendant", active);
  }

  #addRow(): void {
    const cells = this.#options.cells();
    for (const [index, cell] of cells.entries()) {
      cell.setAttribute("role", "gridcell");
      cell.classList.add("cell", `tier-${this.#options.headings[index]?.tier ?? 2}`);
    }
    const element = h(
      "div",
      { class: "row", role: "row", id: `${this.#options.label} ${this.#rows.length}`.replaceAll(" ", "-") },
      ...cells,
    );
    const row: Row = { element, cells, index: 0 };
    element.addEventListener("click", () => {
      const item = this.#items[row.index];
      if (item === undefined) return;
      this.#selected = this.#options.keyOf(item);
      this.#render();
      this.#options.onOpen(item);
    });
    this.#rows.push(row);
    this.#body.append(element);
  }

  #keyDown(event: Event): void {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.#scroller.clientHeight / this.#options.rowHeight) - 2);
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
      ["PageDown", page],
      ["PageUp", -page],
      ["Home", -this.#items.length],
      ["End", this.#items.length],
    ]);
    if (event.key === " ") {
      event.preventDefault();
      this.openSelected();
      return;
    }
    const by = steps.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    this.move(by);
  }
}

interface Row {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  index: number;
}
