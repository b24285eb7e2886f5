import {
  isList,
  isMap,
  type PropertyMap,
  type PropertyValue,
  Secret,
  signatureKey,
  signatures,
  Unknown,
} from "../../state";
import { nameOf, typeOf } from "../core/urn";

/** A value in one line, cut where it is longer than `room`. Secrets are `[secret]`, what a preview cannot know `[unknown]`. */
export function showValue(value: PropertyValue | undefined, room = 100): string {
  const text = write(value, room);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/** A map or list that is not the form of something else, such as an asset. */
export function isNested(value: PropertyValue | undefined): value is PropertyMap | readonly PropertyValue[] {
  if (value === undefined) return false;
  return isList(value)
    ? value.length > 0
    : isMap(value) && showSpecial(value) === undefined && namesOf(value).length > 0;
}

/** The names in a map that say something to the reader. */
export function namesOf(map: PropertyMap): readonly string[] {
  return Object.keys(map).filter((name) => name !== previewMark && name !== "__provider");
}

/** The SDK marks resources among a preview's stack outputs with it. */
const previewMark = "@isPulumiResource";

function write(value: PropertyValue | undefined, room: number): string {
  if (value === undefined) return "(none)";
  if (value instanceof Secret || value instanceof Unknown) return value.toJSON();
  if (typeof value === "string") return JSON.stringify(value.length > room ? value.slice(0, room) : value);
  if (isList(value)) {
    return `[${join(value, room, (item, left) => write(item, left))}]`;
  }
  if (isMap(value)) {
    const inside = (name: string, left: number) => `${showName(name)}: ${write(value[name], left)}`;
    return showSpecial(value) ?? `{${join(namesOf(value), room, inside)}}`;
  }
  return String(value);
}

/** No more is written than is shown: lists may be long. */
function join<T>(items: readonly T[], room: number, writeOne: (item: T, left: number) => string): string {
  let text = "";
  for (const item of items) {
    if (text.length > room) break;
    text += `${text === "" ? "" : ", "}${writeOne(item, room)}`;
  }
  return text;
}

/** A name as it stands before a colon; one that could be taken for something else in quotes. */
export function showName(name: string): string {
  return /^[\w$@/:-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Assets, archives and resources travel as maps with a mark. */
function showSpecial(value: PropertyMap): string | undefined {
  const mark = value[signatureKey];
  if (mark === signatures.asset) return showAsset("asset", value);
  if (mark === signatures.archive) return showAsset("archive", value);
  if (mark !== signatures.resource) return undefined;
  const urn = typeof value.urn === "string" ? value.urn : "";
  return `resource ${nameOf(urn)} (${shortType(typeOf(urn))})`;
}

/** Where it comes from and the beginning of its hash; never what is in it. */
function showAsset(kind: string, value: PropertyMap): string {
  const hash = typeof value.hash === "string" ? value.hash.slice(0, 7) : "no hash";
  const place = [value.path, value.uri].find((one) => typeof one === "string" && one !== "");
  if (place !== undefined) return `${kind}(${hash}) ${showValue(place)}`;
  return `${kind}(${hash}) ${value.assets === undefined ? "text" : "of several"}`;
}

/** `Instance` of `pulumi-nodejs:dynamic/nodecloud:Instance`. */
export function shortType(type: string): string {
  return type.split(":").at(-1)?.split("/").at(-1) ?? type;
}
