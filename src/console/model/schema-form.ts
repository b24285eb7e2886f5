import { isRecord } from "../../unknown";

/** A field of a form that is made from a JSON Schema. */
export interface FormField {
  /** The path in the value: `patch.label`. */
  readonly path: string;
  readonly name: string;
  readonly doc: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The value that is used if the field stays empty. */
  readonly byDefault: string;
  readonly control: FormControl;
}

type FormControl =
  | { readonly kind: "text" | "json" | "list" }
  | {
      readonly kind: "number";
      readonly isWhole: boolean;
      readonly min: number | undefined;
      readonly max: number | undefined;
    }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "group"; readonly fields: readonly FormField[] }
  | { readonly kind: "variants"; readonly variants: readonly FormVariant[] };

/** One of several forms of an object. It is named by its first field. */
interface FormVariant {
  readonly name: string;
  readonly fields: readonly FormField[];
}

/** The fields of an object's schema. */
export function formFields(schema: unknown): readonly FormField[] {
  return fieldsOf(schema, "", member(schema, "$defs"));
}

/** `definitions` are the schemas that others refer to. */
function fieldsOf(schema: unknown, path: string, definitions: unknown): readonly FormField[] {
  const properties = member(schema, "properties");
  if (!isRecord(properties)) return [];
  const required = listMember(schema, "required");
  return Object.entries(properties).map(([name, own]) =>
    fieldOf(
      own,
      { name, path: path === "" ? name : `${path}.${name}`, isRequired: required.includes(name) },
      definitions,
    ),
  );
}

function fieldOf(
  own: unknown,
  named: Pick<FormField, "name" | "path" | "isRequired">,
  definitions: unknown,
): FormField {
  const schema = resolved(own, definitions);
  const options = listMember(schema, "anyOf");
  const others = options.filter((option) => member(option, "type") !== "null");
  const isNullable = others.length < options.length || listMember(schema, "type").includes("null");
  const only = resolved(others[0], definitions);
  const actual = options.length === 0 ? schema : others.length === 1 ? only : schema;
  const byDefault = member(schema, "default");
  return {
    ...named,
    doc: text(member(own, "description") ?? member(schema, "description") ?? member(actual, "description")),
    isNullable,
    byDefault:
      byDefault === undefined ? "" : typeof byDefault === "string" ? byDefault : JSON.stringify(byDefault),
    control: controlOf(actual, named.path, definitions),
  };
}

function controlOf(schema: unknown, path: string, definitions: unknown): FormControl {
  const options = listMember(schema, "anyOf")
    .filter((option) => member(option, "type") !== "null")
    .map((option) => resolved(option, definitions));
  if (options.length > 0 && options.every((option) => isRecord(member(option, "properties")))) {
    return { kind: "variants", variants: options.map((option) => variantOf(option, path, definitions)) };
  }
  const choices = listMember(schema, "enum");
  if (choices.length > 0) return { kind: "choice", options: choices.map(String) };
  const constant = member(schema, "const");
  if (constant !== undefined) return { kind: "choice", options: [JSON.stringify(constant)] };
  const type = listMember(schema, "type").find((one) => one !== "null") ?? member(schema, "type");
  switch (type) {
    case "boolean":
      return { kind: "choice", options: ["true", "false"] };
    case "integer":
    case "number":
      return { kind: "number", isWhole: type === "integer", ...boundsOf(schema) };
    case "string":
      return { kind: "text" };
    case "array":
      return member(member(schema, "items"), "type") === "string" ? { kind: "list" } : { kind: "json" };
    case "object": {
      const fields = fieldsOf(schema, path, definitions);
      return fields.length > 0 ? { kind: "group", fields } : { kind: "json" };
    }
    default:
      return options.length > 0 && options.every((option) => member(option, "type") === "string")
        ? { kind: "text" }
        : { kind: "json" };
  }
}

function variantOf(schema: unknown, path: string, definitions: unknown): FormVariant {
  const fields = fieldsOf(schema, path, definitions);
  return { name: fields[0]?.name ?? "", fields };
}

/** A schema, or the one that it refers to. */
function resolved(schema: unknown, definitions: unknown): unknown {
  const reference = member(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return member(definitions, reference.replace("#/$defs/", ""));
}

function boundsOf(schema: unknown): { readonly min: number | undefined; readonly max: number | undefined } {
  const [min, max] = [member(schema, "minimum"), member(schema, "maximum")];
  const isBound = (bound: unknown): bound is number =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return { min: isBound(min) ? min : undefined, max: isBound(max) ? max : undefined };
}

/** The input of a form: the strings of its fields by path, and the chosen variant of a field that has variants. */
export type Entered = (path: string) => string;

/** Thrown for an entry that cannot be read. */
export class FormProblem extends Error {
  constructor(
    /** The path of the field. */
    readonly path: string,
    reason: string,
  ) {
    super(`${path}: ${reason}`);
  }
}

/** The value of a filled-in form. Fields that stay empty are omitted. Throws a `FormProblem`. */
export function formValue(fields: readonly FormField[], entered: Entered): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldValue(field, entered);
      if (value !== undefined) return [[field.name, value]];
      if (field.isRequired) throw new FormProblem(field.path, "must be filled in");
      return [];
    }),
  );
}

function fieldValue(field: FormField, entered: Entered): unknown {
  const { control, path, isNullable } = field;
  if (control.kind === "group") {
    const value = formValue(control.fields.map(optionalUnless(field.isRequired)), entered);
    return Object.keys(value).length > 0 || field.isRequired ? value : undefined;
  }
  const entry = entered(path);
  if (control.kind === "variants") {
    const variant = control.variants.find(({ name }) => name === entry);
    return variant && formValue(variant.fields, entered);
  }
  if (entry.trim() === "") return undefined;
  if (isNullable && entry.trim() === "null") return null;
  switch (control.kind) {
    case "text":
      return entry;
    case "choice":
      return entry === "true" ? true : entry === "false" ? false : entry;
    case "list":
      return entry
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
    case "number": {
      const number = Number(entry);
      if (Number.isNaN(number)) throw new FormProblem(path, "must be a number");
      return number;
    }
    case "json":
      return parseJson(path, entry);
  }
}

/** The fields of an optional group are not required. */
export function optionalUnless(isRequired: boolean): (field: FormField) => FormField {
  return (field) => (isRequired ? field : { ...field, isRequired: false });
}

function parseJson(path: string, entry: string): unknown {
  try {
    const value: unknown = JSON.parse(entry);
    return value;
  } catch {
    throw new FormProblem(path, 'must be JSON, such as "text", 1 or {}');
  }
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function listMember(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
