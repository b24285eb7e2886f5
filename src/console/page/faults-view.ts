import type { Fault } from "../../emulator/console/messages";
import { isRecord } from "../../unknown";
import { count } from "../model/format";
import { FormProblem, formFields } from "../model/schema-form";
import { Cards } from "./cards";
import type { Context, View } from "./context";
import { h, setText } from "./dom";
import { FormView } from "./form-view";
import { jsonView } from "./json-view";

/** The fault rules with their counts, and a form for another one. */
export function faultsView(context: Context): View {
  const { store, control } = context;
  const problem = h("p", { class: "problem", role: "alert" });
  const rules = new Cards<Fault>({
    keyOf: ({ id }) => String(id),
    create: ({ id, rule }) => {
      const counts = h("span", { class: "count-text" });
      const remove = () =>
        context.attempt("The fault rule was deleted.", () => control.send("DELETE", `faults/${id}`));
      const element = h(
        "article",
        { class: "card", "aria-label": `Fault rule ${id}` },
        h(
          "header",
          {},
          h("strong", { class: "mono" }, String(rule.operation ?? "*")),
          counts,
          h(
            "button",
            { type: "button", "aria-label": `Delete fault rule ${id}`, on: { click: () => void remove() } },
            "Delete",
          ),
        ),
        jsonView(rule, `Fault rule ${id}`),
      );
      return {
        element,
        update: ({ matched, applied }) =>
          setText(counts, `matched ${count(matched, "call")}, applied to ${applied}`),
      };
    },
    empty: "No faults: every call is served as usual.",
  });
  const place = h("div");
  const clear = h(
    "button",
    {
      type: "button",
      on: {
        click: () =>
          void context.attempt("All fault rules were deleted.", () => control.send("DELETE", "faults")),
      },
    },
    "Delete all",
  );
  const element = h(
    "section",
    { class: "view columns", "aria-label": "Faults" },
    h(
      "div",
      { class: "column" },
      h("h2", {}, "New fault rule"),
      h("p", { class: "hint" }, "The calls that it is injected into, when, and its effect."),
      place,
    ),
    h(
      "div",
      { class: "column" },
      h("div", { class: "bar" }, h("h2", {}, "Active rules"), clear),
      rules.element,
    ),
  );
  let shown = -1;
  let isRequested = false;

  async function loadForm(): Promise<void> {
    const forms = await control.get("forms");
    if (!isRecord(forms)) return;
    const operations = Array.isArray(forms.operations) ? forms.operations.map(String) : [];
    const groups = [...new Set(operations.map((name) => `${name.split(".")[0]}.*`))];
    const form = new FormView("fault", formFields(forms.faultRule), {
      operation: ["*", ...groups, ...operations],
    });
    const add = async (event: Event) => {
      event.preventDefault();
      setText(problem, "");
      try {
        await control.send("POST", "faults", form.value());
        context.notify("The fault rule is active.");
      } catch (error) {
        setText(problem, error instanceof Error ? error.message : String(error));
        if (error instanceof FormProblem) form.focusProblem(error);
      }
    };
    place.replaceChildren(
      h(
        "form",
        { novalidate: true, on: { submit: (event) => void add(event) } },
        form.element,
        problem,
        h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, "Add the rule")),
      ),
    );
  }

  return {
    element,
    update: () => {
      if (!isRequested) {
        isRequested = true;
        void context.attempt("", loadForm);
      }
      if (store.revision("faults") === shown) return;
      shown = store.revision("faults");
      clear.hidden = store.faults.length === 0;
      rules.show(store.faults);
    },
  };
}
