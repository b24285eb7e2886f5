/** Filters, search and keys. It only hides and shows elements of the page, and writes no untrusted strings into it. */
export const script = `"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const search = byId("search"), type = byId("type"), stack = byId("stack"), ignored = byId("show-ignored");
const chips = all("[data-filter]");
const sections = all("section.stack");
const cards = all("details.card").map((element) => ({
  element,
  summary: element.querySelector("summary"),
  findings: all(".finding", element),
}));
const isPressed = (button) => button?.getAttribute("aria-pressed") === "true";
const press = (button, on) => button?.setAttribute("aria-pressed", String(on));
const visible = () => cards.filter(({ element }) => !element.hidden);

function textOf(card) {
  card.text ??= [card.summary, ...all(".urn, .finding", card.element)].map((part) => part.textContent).join(" ").toLowerCase();
  return card.text;
}

function apply() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const kinds = new Set(chips.filter(isPressed).map((chip) => chip.dataset.filter));
  const showsIgnored = isPressed(ignored);
  let count = 0;
  for (const card of cards) {
    const { dataset } = card.element;
    let left = 0;
    for (const finding of card.findings) {
      const { kind, ignored: mark } = finding.dataset;
      finding.hidden = (mark !== undefined && !showsIgnored) || (kinds.size > 0 && !kinds.has(kind));
      if (!finding.hidden) left += 1;
    }
    const matches = left > 0 && (type.value === "" || dataset.type === type.value)
      && (stack.value === "*" || dataset.stack === stack.value)
      && words.every((word) => textOf(card).includes(word));
    card.element.hidden = !matches;
    if (matches) count += 1;
  }
  for (const section of sections) section.hidden = !section.querySelector("details.card:not([hidden])");
  byId("no-match").hidden = count > 0;
  byId("status").textContent = count + " of " + cards.length + (cards.length === 1 ? " resource" : " resources");
  labelOpenAll();
}

function labelOpenAll() {
  byId("open-all").textContent = visible().some(({ element }) => !element.open) ? "Open all" : "Close all";
}

function openAll() {
  const open = visible().some(({ element }) => !element.open);
  for (const { element } of visible()) element.open = open;
  labelOpenAll();
}

function reset() {
  search.value = "";
  type.value = "";
  stack.value = "*";
  for (const button of [...chips, ignored]) press(button, false);
  apply();
}

function move(step) {
  const shown = visible();
  const at = shown.findIndex(({ element }) => element.contains(document.activeElement));
  const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : at + step];
  next?.summary.focus();
  next?.summary.scrollIntoView({ block: "nearest" });
}

async function copy(button) {
  const code = button.previousElementSibling;
  getSelection().selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Selected";
  }
}

const keys = {
  "/": () => search.focus(),
  j: () => move(1),
  k: () => move(-1),
  e: openAll,
  Escape: reset,
};

if (cards.length > 0) {
  document.documentElement.classList.add("scripted");
  for (const button of [...chips, ignored]) {
    button?.addEventListener("click", () => { press(button, !isPressed(button)); apply(); });
  }
  search.addEventListener("input", apply);
  type.addEventListener("change", apply);
  stack.addEventListener("change", apply);
  byId("open-all").addEventListener("click", openAll);
  byId("reset").addEventListener("click", reset);
  byId("cards").addEventListener("click", ({ target }) => { if (target.matches(".copy")) copy(target); });
  byId("cards").addEventListener("toggle", labelOpenAll, true);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select, textarea");
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!action || event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key !== "Escape")) return;
    event.preventDefault();
    action();
  });
  apply();
}
`;
