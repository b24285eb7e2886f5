import type { RowName } from "../../emulator/console/messages";
import { isRecord } from "../../unknown";
import { formatClock } from "../model/format";
import { FormProblem, formFields } from "../model/schema-form";
import { worldTableOf } from "../model/world-tables";
import type { Context, View } from "./context";
import { h, setText } from "./dom";
import { emptyState } from "./empty-state";
import { FormView } from "./form-view";

/** A form for each kind of external change, and the latest changes. */
export function changesView(context: Context): View & { readonly about: (row: RowName) => void } {
  const { store, control } = context;
  const kind = h("select", { id: "change-kind", on: { change: () => showForm() } });
  const place = h("div");
  const problem = h("p", { class: "problem", role: "alert" });
  const latest = h("div");
  const element = h(
    "section",
    { class: "view columns", "aria-label": "External changes" },
    h(
      "div",
      { class: "column" },
      h("h2", {}, "Make an external change"),
      h(
        "p",
        { class: "hint" },
        "It modifies objects without an API call, as another administrator or the operator would.",
      ),
      h(
        "form",
        { novalidate: true, on: { submit: (event) => void make(event) } },
        h("div", { class: "field" }, h("label", { for: "change-kind" }, "kind"), kind),
        place,
        problem,
        h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, "Make the change")),
      ),
    ),
    h("div", { class: "column" }, h("h2", {}, "Latest"), latest),
  );
  let kinds: Readonly<Record<string, unknown>> = {};
  let form: FormView | undefined;
  let isRequested = false;
  let shown = -1;
  let subject: Readonly<Record<string, string>> = {};
  /** The subject was just chosen, so its form gets the focus. */
  let isChosen = false;

  async function load(): Promise<void> {
    const forms = await control.get("forms");
    kinds = isRecord(forms) && isRecord(forms.externalChanges) ? forms.externalChanges : {};
    kind.replaceChildren(
      ...Object.keys(kinds).map((name) => h("option", { value: name }, name.replaceAll("_", " "))),
    );
    chooseKind();
  }

  /** Chooses the kind that changes fields of the subject. */
  function chooseKind(): void {
    const [field = ""] = Object.keys(subject);
    const fits = (name: string) =>
      name.endsWith("_change") && formFields(kinds[name]).some(({ path }) => path === field);
    kind.value = Object.keys(kinds).find(fits) ?? kind.value;
    showForm();
    if (isChosen && form) {
      isChosen = false;
      kind.focus();
    }
  }

  function showForm(): void {
    form = new FormView("change", formFields(kinds[kind.value]));
    setText(problem, "");
    place.replaceChildren(form.element);
    form.enter(subject);
  }

  async function make(event: Event): Promise<void> {
    event.preventDefault();
    setText(problem, "");
    try {
      const fields = form?.value() ?? {};
      await control.send("POST", "external-change", {
        kind: kind.value,
        ...fields,
        account: context.account(),
      });
      context.notify("The change was made.");
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
      if (error instanceof FormProblem) form?.focusProblem(error);
    }
  }

  return {
    element,
    about: ({ table, key }) => {
      subject = { [worldTableOf(table)?.changeArgument ?? ""]: String(key) };
      isChosen = true;
      if (form) chooseKind();
    },
    update: () => {
      if (!isRequested) {
        isRequested = true;
        void context.attempt("", load);
      }
      if (store.revision("timeline") === shown) return;
      shown = store.revision("timeline");
      const marks = store.marks.slice(-50).reverse();
      latest.replaceChildren(
        marks.length === 0
          ? emptyState("No external changes yet.")
          : h(
              "ol",
              { class: "marks" },
              ...marks.map(({ at, kind: own, text }) =>
                h(
                  "li",
                  {},
                  h("span", { class: "mono" }, formatClock(at)),
                  " ",
                  h("span", { class: "mono wrap" }, own === "externalChange" ? text : `${own} ${text}`),
                ),
              ),
            ),
      );
    },
  };
}
