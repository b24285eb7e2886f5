import { messageOf } from "../../unknown";
import { type ViewId, views } from "../model/shortcuts";
import { Store } from "../model/store";
import { callsView } from "./calls-view";
import { changesView } from "./changes-view";
import type { Context, View } from "./context";
import type { ControlPaths } from "./control-paths";
import { isTokenInAddress } from "./control-token";
import { Details } from "./details";
import { h, setText, showOne } from "./dom";
import { faultsView } from "./faults-view";
import { header } from "./header";
import { keysDialog } from "./keys-dialog";
import { navigation } from "./navigation";
import { Notices } from "./notices";
import { pageClock } from "./page-clock";
import { settingsView } from "./settings-view";
import { snapshotsView } from "./snapshots-view";
import { timelineView } from "./timeline-view";
import { worldView } from "./world-view";

/** How often times on the page are updated, in milliseconds. */
const tick = 250;

/** The page: its views and their shared parts. */
export class App {
  readonly store = new Store();
  readonly #notices = new Notices();
  readonly #dialog = keysDialog();
  readonly #main = h("main");
  /** Explains why the event stream has stopped. */
  readonly #banner = h("p", { class: "banner", role: "alert", hidden: true });
  readonly #details: Details;
  readonly #views: Readonly<Record<ViewId, View>>;
  readonly #changes: ReturnType<typeof changesView>;
  readonly #header: ReturnType<typeof header>;
  readonly #navigation: ReturnType<typeof navigation>;
  #current: ViewId = "world";
  #account = 1;
  #isFramePlanned = false;

  constructor(control: ControlPaths) {
    const context: Context = {
      store: this.store,
      control,
      account: () => this.#account,
      now: () => this.store.now(pageClock.now()),
      show: (view) => this.#show(view),
      openObject: (table, key, label) => {
        this.#details.showObject(table, key, label);
        this.changed();
      },
      isShowingDetails: () => this.#details.isOpen && !this.#details.isOverlay,
      changeExternally: (row) => {
        if (this.#details.isOverlay) this.#details.close();
        this.#show("changes");
        this.#changes.about(row);
      },
      openCall: (number) => {
        this.#details.showCall(number);
        this.changed();
      },
      attempt: (what, work) => this.#attempt(what, work),
      notify: (text, isProblem) => this.#notices.show(text, isProblem),
    };
    this.#changes = changesView(context);
    this.#views = {
      world: worldView(context),
      calls: callsView(context),
      timeline: timelineView(context),
      faults: faultsView(context),
      changes: this.#changes,
      settings: settingsView(context),
      snapshots: snapshotsView(context),
    };
    this.#details = new Details(context);
    this.#header = header(context, {
      chooseAccount: (account) => {
        this.#account = account;
        // The object of the other account would be taken for one of this account.
        this.#details.close();
        this.changed();
      },
      showKeys: () => this.#dialog.showModal(),
    });
    this.#navigation = navigation(this.store, (view) => this.#show(view));
  }

  start(body: HTMLElement): void {
    const shell = h("div", { class: "shell" }, this.#navigation.element, this.#main, this.#details.element);
    body.append(this.#header.element, this.#banner, shell, this.#notices.element, this.#dialog);
    document.addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("hashchange", () => this.#showNamed());
    document.addEventListener("visibilitychange", () => this.changed());
    pageClock.every(tick, () => this.#update());
    this.#showNamed();
  }

  /** Shows the current state in the next frame, once, no matter how often this is called before that. */
  changed(): void {
    if (this.#isFramePlanned) return;
    this.#isFramePlanned = true;
    pageClock.nextFrame(() => {
      this.#isFramePlanned = false;
      this.#update();
    });
  }

  #update(): void {
    if (document.hidden) return;
    this.#header.update();
    setText(this.#banner, this.store.problem);
    this.#banner.hidden = this.store.problem === "";
    this.#navigation.update(this.#current);
    this.#views[this.#current].update();
    this.#details.update();
  }

  #showNamed(): void {
    if (isTokenInAddress()) {
      location.reload();
      return;
    }
    const named = views.find(({ id }) => `#${id}` === location.hash);
    // An entry with an unknown name would lead forward again whenever the user goes back to it.
    if (!named) history.replaceState(null, "", `#${this.#current}`);
    this.#show(named?.id ?? this.#current);
  }

  #show(view: ViewId): void {
    this.#current = view;
    if (location.hash !== `#${view}`) history.pushState(null, "", `#${view}`);
    showOne(this.#main, this.#views[view].element);
    this.#update();
  }

  async #attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      if (what !== "") this.#notices.show(what);
      return true;
    } catch (error) {
      this.#notices.show(messageOf(error), true);
      return false;
    }
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const { target, key } = event;
    const isEntering =
      target instanceof HTMLElement && target.matches("input:not([type=file]), textarea, select");
    if (key === "Escape") {
      if (isEntering) target.blur();
      else this.#details.close();
      return;
    }
    if (isEntering) return;
    // Buttons and links take these keys themselves.
    if (
      key === "Enter" &&
      target instanceof HTMLElement &&
      target.matches("button, a, summary, label, input")
    )
      return;
    if (this.#handleKey(key)) event.preventDefault();
  }

  #handleKey(key: string): boolean {
    const view = views[Number(key) - 1];
    if (view) this.#show(view.id);
    else if (key === "f") this.#header.toggle();
    else if (key === ".") this.#header.stepClock();
    else if (key === "?") this.#dialog.showModal();
    else return this.#views[this.#current].key?.(key) ?? false;
    return true;
  }
}
