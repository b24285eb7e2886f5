import { formatDuration, formatTime } from "../model/format";
import type { Context } from "./context";
import { h, setAttribute, setText } from "./dom";

const speeds = [0.1, 1, 5, 20, 100, 1000, 10_000];

/** The emulator's clock with its controls, and the state of the connection. */
export function header(
  context: Context,
  options: { readonly chooseAccount: (account: number) => void; readonly showKeys: () => void },
) {
  const { store, control } = context;
  let shownSpeed: number | undefined;
  const brand = h("span", { class: "brand" });
  const time = h("span", { class: "time mono", role: "timer", "aria-label": "The emulator's time" });
  const freeze = h("button", { type: "button", on: { click: () => toggle() } }, "Freeze");
  const until = h("span", { class: "until" });
  const step = h(
    "button",
    {
      type: "button",
      title: "Advance the clock to the next change  ( . )",
      on: { click: () => stepClock() },
    },
    "Step",
    until,
  );
  const speed = h(
    "select",
    {
      "aria-label": "Speed of the clock",
      on: { change: () => void changeSpeed() },
    },
    ...speeds.map((value) => h("option", { value }, `× ${value.toLocaleString("en-US")}`)),
  );
  const account = h("select", {
    "aria-label": "Account",
    hidden: true,
    on: { change: () => options.chooseAccount(Number(account.value)) },
  });
  const connection = h(
    "span",
    { class: "pill connection", role: "status" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "text" }),
  );
  const element = h(
    "header",
    { class: "top" },
    h("h1", {}, "nodecloud", h("span", { class: "sub" }, " emulator"), brand),
    h("div", { class: "clock", role: "group", "aria-label": "Clock" }, time, freeze, step, speed),
    h(
      "div",
      { class: "right" },
      account,
      connection,
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": "Keys",
          title: "Keys  ( ? )",
          on: { click: options.showKeys },
        },
        "?",
      ),
    ),
  );

  function toggle(): void {
    const frozen = !(store.clock?.frozen ?? false);
    void context.attempt("", () => control.send("POST", "clock/freeze", { frozen }));
  }

  async function changeSpeed(): Promise<void> {
    const isChanged = await context.attempt("", () =>
      control.send("POST", "clock/speed", { speed: Number(speed.value) }),
    );
    if (!isChanged) showSpeed(speed, store.clock?.speed ?? 1);
  }

  function stepClock(): void {
    void context.attempt("", () => control.send("POST", "clock/step"));
  }

  function update(): void {
    const now = context.now();
    setText(brand, store.brand === "node" ? "" : store.brand);
    brand.hidden = store.brand === "node";
    const { clock } = store;
    setText(time, clock ? formatTime(now) : "");
    const frozen = clock?.frozen ?? false;
    for (const control of [freeze, speed]) control.disabled = clock === undefined;
    setAttribute(element, "data-frozen", String(frozen));
    setText(freeze, frozen ? "Resume" : "Freeze");
    setText(until, clock?.next == null ? "" : ` · ${formatDuration(Math.max(0, clock.next - now))}`);
    step.toggleAttribute("disabled", clock?.next == null);
    // A speed that was just chosen stays until the emulator has it.
    if (clock && clock.speed !== shownSpeed) {
      shownSpeed = clock.speed;
      showSpeed(speed, clock.speed);
    }
    const accounts = store.accounts();
    // The world that replaced the previous one may have fewer accounts.
    if (store.isComplete && !accounts.includes(context.account())) options.chooseAccount(1);
    showAccounts(account, accounts, context.account());
    const texts = { live: "live", connecting: "connecting", lost: "not connected" };
    setAttribute(
      connection,
      "data-tone",
      store.problem !== ""
        ? "bad"
        : store.connection === "live"
          ? "good"
          : store.connection === "lost"
            ? "bad"
            : "busy",
    );
    const text = connection.querySelector(".text");
    if (text) setText(text, texts[store.connection]);
    setAttribute(connection, "title", store.problem);
  }

  return { element, update, toggle, stepClock };
}

function showSpeed(select: HTMLSelectElement, speed: number): void {
  const value = String(speed);
  if (![...select.options].some((option) => option.value === value))
    select.append(h("option", { value }, `× ${value}`));
  select.value = value;
}

function showAccounts(select: HTMLSelectElement, accounts: readonly number[], current: number): void {
  select.hidden = accounts.length < 2;
  if (select.options.length === accounts.length) return;
  select.replaceChildren(
    ...accounts.map((number) =>
      h("option", { value: number, selected: number === current }, `Account ${number}`),
    ),
  );
}
