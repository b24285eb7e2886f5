import { h } from "./dom";
import { pageClock } from "./page-clock";

const shownFor = 4000;
const maxShown = 4;

/** Short reports at the bottom of the page, which screen readers read. */
export class Notices {
  readonly element = h("div", { class: "notices", role: "status", "aria-live": "polite" });

  show(text: string, isProblem = false): void {
    const notice = h("p", { class: isProblem ? "notice-item problem" : "notice-item" }, text);
    this.element.append(notice);
    while (this.element.childElementCount > maxShown) this.element.firstElementChild?.remove();
    void pageClock.sleep(isProblem ? 2 * shownFor : shownFor).then(() => notice.remove());
  }
}
