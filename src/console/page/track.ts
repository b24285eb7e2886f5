import { type Cluster, timelineWidth } from "../model/timeline";
import { h, setAttribute, setText, svg } from "./dom";

const height = 16;
/** In pixels: how far from a mark a click may be. */
const reach = 12;

interface TrackOptions<T> {
  readonly title: string;
  readonly describe: (items: readonly T[]) => string;
  /** Shows the text of the selected mark. */
  readonly onSelect: (text: string) => void;
  /** Opens what a mark stands for. Absent if there are no details. */
  readonly onOpen?: (items: readonly T[]) => void;
}

/**
 * A row of marks on the timeline. Each stands for one item, or for several that are too close together to be told apart. The arrow keys
 * select a mark, and Enter or a click opens it.
 */
export class Track<T> {
  readonly element: HTMLElement;
  readonly #options: TrackOptions<T>;
  readonly #bars: HTMLElement;
  readonly #picture: SVGSVGElement;
  #clusters: readonly Cluster<T>[] = [];
  /** The first item of the selected mark. */
  #selected: T | undefined;

  constructor(options: TrackOptions<T>) {
    this.#options = options;
    this.#picture = svg("svg", {
      viewBox: `0 0 ${timelineWidth} ${height}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.#bars = h(
      "div",
      {
        class: "bars",
        role: "slider",
        tabindex: 0,
        on: {
          keydown: (event) => this.#keyDown(event),
          click: (event) => this.#click(event),
          blur: () => this.#select(undefined),
        },
      },
      this.#picture,
    );
    const { title, onOpen } = options;
    const row = `track-row ${title.toLowerCase()}${onOpen ? " opens" : ""}`;
    this.element = h("div", { class: row }, h("span", { class: "lane-label" }, title), this.#bars);
  }

  show(clusters: readonly Cluster<T>[]): void {
    this.#clusters = clusters;
    const { title, describe } = this.#options;
    const total = clusters.reduce((sum, { items }) => sum + items.length, 0);
    setAttribute(this.#bars, "aria-label", `${title}: ${total}`);
    setAttribute(this.#bars, "aria-valuemin", "0");
    setAttribute(this.#bars, "aria-valuemax", String(clusters.length));
    const selected = this.#selectedIndex();
    setAttribute(this.#bars, "aria-valuenow", String(selected + 1));
    const { items = [] } = clusters[selected] ?? {};
    setAttribute(this.#bars, "aria-valuetext", items.length > 0 ? describe(items) : "no mark is selected");
    this.#picture.replaceChildren(
      ...clusters.map(({ x, items: own }, index) => {
        const size = Math.min(height, 6 + 3 * Math.log2(own.length));
        const title = svg("title");
        setText(title, describe(own));
        const classes = index === selected ? "mark selected" : "mark";
        return svg("rect", { x, y: height - size, width: 3, height: size, class: classes }, title);
      }),
    );
  }

  #selectedIndex(): number {
    const selected = this.#selected;
    return selected === undefined ? -1 : this.#clusters.findIndex(({ items }) => items.includes(selected));
  }

  #select(cluster: Cluster<T> | undefined): void {
    this.#selected = cluster?.items[0];
    this.#options.onSelect(cluster ? this.#options.describe(cluster.items) : "");
    this.show(this.#clusters);
  }

  #keyDown(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const { length } = this.#clusters;
    const now = this.#selectedIndex();
    const places = new Map([
      ["ArrowLeft", now < 0 ? length - 1 : now - 1],
      ["ArrowRight", now + 1],
      ["Home", 0],
      ["End", length - 1],
    ]);
    const place = places.get(event.key);
    const { items } = this.#clusters[now] ?? {};
    if (place !== undefined) this.#select(this.#clusters[Math.max(0, Math.min(length - 1, place))]);
    else if (event.key === "Enter" && items && this.#options.onOpen) this.#options.onOpen(items);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #click(event: Event): void {
    if (!(event instanceof MouseEvent)) return;
    const { left, width } = this.#bars.getBoundingClientRect();
    const distance = ({ x }: Cluster<T>) =>
      Math.abs(left + ((x + 1.5) / timelineWidth) * width - event.clientX);
    const [nearest] = this.#clusters.toSorted((one, other) => distance(one) - distance(other));
    if (!nearest || distance(nearest) > reach) return;
    this.#select(nearest);
    this.#options.onOpen?.(nearest.items);
  }
}
