import { isRecord } from "../../unknown";
import { FormProblem, formFields } from "../model/schema-form";
import type { Context, View } from "./context";
import { h, setText } from "./dom";
import { emptyState } from "./empty-state";
import { FormView } from "./form-view";
import { jsonView } from "./json-view";

/** The fault rules with their counts, and a form for another one. */
export function faultsView(context: Context): View {
  const { store, control } = context;
  const problem = h("p", { class: "problem", role: "alert" });
  const rules = h("div", { class: "cards" });
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
    h("div", { class: "column" }, h("div", { class: "bar" }, h("h2", {}, "Active rules"), clear), rules),
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
      rules.replaceChildren(
        ...(store.faults.length === 0
          ? [emptyState("No faults: every call is served as usual.")]
          : store.faults.map(({ id, rule, matched, applied }) =>
              h(
                "article",
                { class: "card", "aria-label": `Fault rule ${id}` },
                h(
                  "header",
                  {},
                  h("strong", { class: "mono" }, String(rule.operation ?? "*")),
                  h("span", { class: "count-text" }, `applied ${applied} of ${matched}`),
                  h(
                    "button",
                    {
                      type: "button",
                      "aria-label": `Delete fault rule ${id}`,
                      on: {
                        click: () =>
                          void context.attempt("The fault rule was deleted.", () =>
                            control.send("DELETE", `faults/${id}`),
                          ),
                      },
                    },
                    "Delete",
                  ),
                ),
                jsonView(rule, `Fault rule ${id}`),
              ),
            )),
      );
    },
  };
}
