import {
  holdsUnknown,
  type Log,
  type Properties,
  type ResourceOrigin,
  type Services,
  shownValue,
} from "../lifecycle";
import { editDistance, nearestWords } from "../similar-words";
import { catalogOf } from "./catalog";

/** The value of an argument if it is known and new or changed. Other values are not checked. */
export function valueToCheck(name: string, inputs: Properties, olds: Properties): string | undefined {
  const value = inputs[name];
  const isKnown = typeof value === "string" && value !== "" && !holdsUnknown(value);
  return isKnown && value !== olds[name] ? value : undefined;
}

/** Refuses the id of a region that the service does not list. */
export async function regionProblems(
  region: string | undefined,
  services: Services,
): Promise<readonly string[]> {
  const regions = region === undefined ? [] : ((await catalogOf(services).regions()) ?? []);
  const ids = regions.map(({ id }) => id);
  return region === undefined || ids.length === 0 || ids.includes(region)
    ? []
    : [`region: there is no region ${shownValue(region)}. ${alternatives(region, ids)}`];
}

/** Refuses the id of an image that does not exist. An image that cannot be deployed now causes a warning: it may become available. */
export async function imageProblems(
  image: string | undefined,
  services: Services,
  origin: ResourceOrigin | undefined,
): Promise<readonly string[]> {
  if (image === undefined) return [];
  const catalog = catalogOf(services);
  const images = await catalog.images();
  const found = images?.find(({ id }) => id === image);
  if (found) {
    // The list may lag behind an image that this run has created.
    const viewed = found.status === "available" ? found : await catalog.viewImage(image);
    warnAboutImage(typeof viewed === "object" ? viewed : found, services.log, origin);
    return [];
  }
  if (images === undefined || (await catalog.viewImage(image)) !== "missing") return [];
  const ids = images.filter(({ deprecated }) => !deprecated).map(({ id }) => id);
  return [
    `image: there is no image ${shownValue(image)}, or the token has no access to it. ${alternatives(image, ids)}`,
  ];
}

function warnAboutImage(
  {
    id,
    status,
    deprecated,
  }: { readonly id: string; readonly status?: string; readonly deprecated?: boolean },
  log: Log,
  origin: ResourceOrigin | undefined,
): void {
  if (status !== undefined && status !== null && status !== "available") {
    log.warn(`image: ${id} is ${status}, and only available images can be deployed.`, origin);
  }
  if (deprecated) log.warn(`image: ${id} is deprecated. Choose a newer one.`, origin);
}

/** Values that services of this kind use. The interface does not list the valid ones, so other values only cause a warning. */
const knownDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const knownWindows = Array.from({ length: 12 }, (_, index) => `W${2 * index}`);

/** Refuses a backup day or window that looks like a misspelled known one. Other unknown values cause a warning. */
export async function scheduleProblems(
  name: "day" | "window",
  value: string | undefined,
  services: Services,
  origin: ResourceOrigin | undefined,
): Promise<readonly string[]> {
  const usual = name === "day" ? knownDays : knownWindows;
  if (value === undefined || usual.includes(value)) return [];
  const inUse = (await catalogOf(services).schedules())?.flatMap((schedule) => schedule[name] ?? []) ?? [];
  if (inUse.includes(value)) return [];
  const known = [...new Set([...usual, ...inUse])];
  const problem = `${name}: ${shownValue(value)} is not a known ${name}.`;
  if (known.some((word) => isMisspelled(value, word))) return [`${problem} ${alternatives(value, known)}`];
  services.log.warn(`${problem} The service may reject it. Known values: ${known.join(", ")}.`, origin);
  return [];
}

/** Whether a value differs from a word only in case and in at most a third of its letters. */
function isMisspelled(value: string, word: string): boolean {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return editDistance(value.toLowerCase(), word.toLowerCase()) <= allowed;
}

/** Longer lists are truncated in messages. */
const maxListed = 30;

function alternatives(value: string, known: readonly string[]): string {
  const near = nearestWords(value, known);
  const suggestion =
    near.length === 0
      ? ""
      : `Did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}? `;
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : "";
  return `${suggestion}Known values: ${known.slice(0, maxListed).join(", ")}${more}.`;
}
