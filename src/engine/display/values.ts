import {
  isList,
  isMap,
  nameInUrn,
  type PropertyMap,
  type PropertyValue,
  Secret,
  signatureKey,
  signatures,
  Unknown,
} from "../../state";
import { typeOf } from "../core/urn";

/** A value on one line of at most `maxLength` characters. Secrets are `[secret]`, unknown values `[unknown]`. */
export function showValue(value: PropertyValue | undefined, maxLength = 100): string {
  const text = write(value, maxLength);
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Whether a value is a map or list with content, and not an asset or another special value. */
export function isNested(value: PropertyValue | undefined): value is PropertyMap | readonly PropertyValue[] {
  if (value === undefined) return false;
  return isList(value)
    ? value.length > 0
    : isMap(value) && showSpecial(value) === undefined && namesOf(value).length > 0;
}

/** The names in a map without those that are internal to the SDK. */
export function namesOf(map: PropertyMap): readonly string[] {
  return Object.keys(map).filter((name) => name !== previewMarker && name !== "__provider");
}

/** The SDK adds it to resources in the stack outputs of a preview. */
const previewMarker = "@isPulumiResource";

function write(value: PropertyValue | undefined, maxLength: number): string {
  if (value === undefined) return "(none)";
  if (value instanceof Secret || value instanceof Unknown) return value.toJSON();
  if (typeof value === "string")
    return JSON.stringify(value.length > maxLength ? value.slice(0, maxLength) : value);
  if (isList(value)) {
    return `[${join(value, maxLength, (item, left) => write(item, left))}]`;
  }
  if (isMap(value)) {
    const property = (name: string, left: number) => `${showName(name)}: ${write(value[name], left)}`;
    return showSpecial(value) ?? `{${join(namesOf(value), maxLength, property)}}`;
  }
  return String(value);
}

/** Stops at `maxLength` characters, because lists may be long. */
function join<T>(
  items: readonly T[],
  maxLength: number,
  writeOne: (item: T, left: number) => string,
): string {
  let text = "";
  for (const item of items) {
    if (text.length > maxLength) break;
    text += `${text === "" ? "" : ", "}${writeOne(item, maxLength)}`;
  }
  return text;
}

/** A property name, in quotes where it could be misread. */
export function showName(name: string): string {
  return /^[\w$@/:-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Shows assets, archives and resources, which are maps with a signature. */
function showSpecial(value: PropertyMap): string | undefined {
  const signature = value[signatureKey];
  if (signature === signatures.asset) return showAsset("asset", value);
  if (signature === signatures.archive) return showAsset("archive", value);
  if (signature !== signatures.resource) return undefined;
  const urn = typeof value.urn === "string" ? value.urn : "";
  return `resource ${nameInUrn(urn)} (${shortType(typeOf(urn))})`;
}

/** Its source and the first characters of its hash, never its content. */
function showAsset(kind: string, value: PropertyMap): string {
  const hash = typeof value.hash === "string" ? value.hash.slice(0, 7) : "no hash";
  const source = [value.path, value.uri].find((text) => typeof text === "string" && text !== "");
  if (source !== undefined) return `${kind}(${hash}) ${showValue(source)}`;
  return `${kind}(${hash}) ${value.assets === undefined ? "text" : "of several"}`;
}

/** `Instance` of `pulumi-nodejs:dynamic/nodecloud:Instance`. */
export function shortType(type: string): string {
  return type.split(":").at(-1)?.split("/").at(-1) ?? type;
}
