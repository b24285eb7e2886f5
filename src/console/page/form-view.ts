import { type FormField, FormProblem, formValue, optionalUnless } from "../model/schema-form";
import { h } from "./dom";
import { codeText } from "./empty-state";

/** A form of fields that a schema describes. */
export class FormView {
  readonly element: HTMLElement;
  readonly #fields: readonly FormField[];
  readonly #suggestions: Readonly<Record<string, readonly string[]>>;
  readonly #id: string;

  /** `suggestions` are values that a text field offers, by path. `id` is unique on the page. */
  constructor(
    id: string,
    fields: readonly FormField[],
    suggestions: Readonly<Record<string, readonly string[]>> = {},
  ) {
    this.#id = id;
    this.#fields = fields;
    this.#suggestions = suggestions;
    this.element = h("div", { class: "fields" }, ...fields.map((field) => this.#field(field)));
  }

  /** The entered value. Throws a `FormProblem`. */
  value(): Readonly<Record<string, unknown>> {
    return formValue(this.#fields, (path) => {
      const input = this.#findInput(path);
      // The value of a number that the browser cannot read is empty.
      if (input?.validity.badInput) throw new FormProblem(path, "must be a number");
      return input?.value ?? "";
    });
  }

  /** Enters values by path, such as `instanceId`. */
  enter(values: Readonly<Record<string, string>>): void {
    for (const [path, value] of Object.entries(values)) {
      const input = this.#findInput(path);
      if (input) input.value = value;
    }
  }

  focusProblem({ path }: FormProblem): void {
    this.#findInput(path)?.focus();
  }

  #findInput(path: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | undefined {
    const found = [...this.element.querySelectorAll<HTMLElement>("[data-path]")].find(
      (input) => input.dataset.path === path && !input.closest("[hidden]"),
    );
    const isInput = found instanceof HTMLInputElement || found instanceof HTMLSelectElement;
    return isInput || found instanceof HTMLTextAreaElement ? found : undefined;
  }

  #field(field: FormField): HTMLElement {
    const { control, path, name, doc, isRequired } = field;
    if (control.kind === "group") {
      const legend = h("legend", {}, name, isRequired && required());
      const fields = control.fields.map(optionalUnless(isRequired));
      return h("fieldset", {}, legend, ...fields.map((own) => this.#field(own)));
    }
    const id = `${this.#id}-${path}`;
    const label = h("label", { for: id }, name, isRequired && required());
    const hint = doc === "" ? undefined : h("p", { class: "hint", id: `${id}-hint` }, ...codeText(doc));
    const described = hint ? { "aria-describedby": `${id}-hint` } : {};
    if (control.kind === "variants") {
      const groups = control.variants.map(({ name: variant, fields }) => {
        const own = fields.map((one) => this.#field(one));
        return h("div", { class: "fields variant", "data-variant": variant, hidden: true }, ...own);
      });
      const names = control.variants.map((variant) => variant.name);
      const show = (chosen: string) => {
        for (const group of groups) group.hidden = group.dataset.variant !== chosen;
      };
      const select = this.#select(id, path, names, "choose one", described);
      select.addEventListener("change", () => show(select.value));
      return h("div", { class: "field whole" }, label, select, hint, ...groups);
    }
    return h("div", { class: "field" }, label, this.#control(field, id, described), hint);
  }

  #control(field: FormField, id: string, described: object): HTMLElement {
    const { control, path, byDefault, isNullable } = field;
    const placeholder = byDefault === "" ? (isNullable ? "null is possible" : "") : `default: ${byDefault}`;
    const common = { id, "data-path": path, placeholder, ...described };
    switch (control.kind) {
      case "choice":
        // A literal is the only possible value.
        if (control.options.length === 1 && field.isRequired) {
          return this.#select(id, path, control.options, undefined, described);
        }
        return this.#select(id, path, control.options, placeholder || "not set", described);
      case "number": {
        const { min, max, isWhole } = control;
        return h("input", {
          ...common,
          type: "number",
          min,
          max,
          step: isWhole ? 1 : "any",
          inputmode: "decimal",
        });
      }
      case "json":
        return h("textarea", {
          ...common,
          rows: 2,
          class: "mono",
          placeholder: placeholder || "JSON",
          spellcheck: "false",
        });
      case "list":
        return h("input", {
          ...common,
          type: "text",
          placeholder: placeholder || "a, b, c",
          spellcheck: "false",
        });
      default: {
        const options = this.#suggestions[path];
        if (!options) return h("input", { ...common, type: "text", spellcheck: "false" });
        const list = h(
          "datalist",
          { id: `${id}-options` },
          ...options.map((value) => h("option", { value })),
        );
        const input = h("input", { ...common, type: "text", list: `${id}-options`, spellcheck: "false" });
        return h("span", { class: "with-list" }, input, list);
      }
    }
  }

  #select(
    id: string,
    path: string,
    options: readonly string[],
    empty: string | undefined,
    described: object,
  ): HTMLSelectElement {
    const none = empty === undefined ? undefined : h("option", { value: "" }, empty);
    return h(
      "select",
      { id, "data-path": path, ...described },
      none,
      ...options.map((value) => h("option", { value }, value)),
    );
  }
}

function required(): HTMLElement {
  return h("span", { class: "required" }, " required");
}
