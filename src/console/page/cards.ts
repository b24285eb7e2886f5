import { h } from "./dom";
import { emptyState } from "./empty-state";

interface Card<T> {
  readonly element: HTMLElement;
  /** Shows the current state of the item. */
  readonly update: (item: T) => void;
}

interface CardsOptions<T> {
  readonly keyOf: (item: T) => string;
  readonly create: (item: T) => Card<T>;
  /** The text if there are no items. */
  readonly empty: string;
}

/**
 * A list of cards. Cards of items that remain are reused, so they keep the focus. When the focused card is removed, a neighboring card gets the focus.
 */
export class Cards<T> {
  readonly element = h("div", { class: "cards", tabindex: -1 });
  readonly #options: CardsOptions<T>;
  readonly #cards = new Map<string, Card<T>>();

  constructor(options: CardsOptions<T>) {
    this.#options = options;
  }

  show(items: readonly T[]): void {
    const { keyOf, create, empty } = this.#options;
    const before = [...this.#cards];
    const focused = before.findIndex(([, { element }]) => element.contains(document.activeElement));
    const keys = new Set(items.map(keyOf));
    for (const [key, { element }] of before) {
      if (keys.has(key)) continue;
      this.#cards.delete(key);
      element.remove();
    }
    this.element.querySelector(".empty")?.remove();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      const card = this.#cards.get(key) ?? create(item);
      this.#cards.set(key, card);
      card.update(item);
      // Moving an element would take the focus from it. Those that stay are in order, so only new ones are inserted.
      const place = this.element.children[index] ?? null;
      if (place !== card.element) this.element.insertBefore(card.element, place);
    }
    if (items.length === 0) this.element.append(emptyState(empty));
    if (focused >= 0 && !this.element.contains(document.activeElement)) this.#focusFrom(focused);
  }

  #focusFrom(index: number): void {
    const cards = [...this.#cards.values()];
    const next = cards[Math.min(index, cards.length - 1)]?.element.querySelector("button");
    (next ?? this.element).focus();
  }
}
