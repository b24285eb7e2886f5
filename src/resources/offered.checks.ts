import { holdsUnknown, type Log, type Origin, type Properties, type Services } from "../lifecycle";
import { edits, nearestWords } from "../likeness";
import { offeredBy } from "./offered";

/** The value of an argument that is to be checked: one that is known, and new or changed. */
export function valueToCheck(name: string, inputs: Properties, olds: Properties): string | undefined {
  const value = inputs[name];
  const isKnown = typeof value === "string" && value !== "" && !holdsUnknown(value);
  return isKnown && value !== olds[name] ? value : undefined;
}

/** What is wrong with the id of a region. */
export async function regionProblems(
  region: string | undefined,
  services: Services,
): Promise<readonly string[]> {
  const regions = region === undefined ? [] : ((await offeredBy(services).regions()) ?? []);
  const ids = regions.map(({ id }) => id);
  return region === undefined || ids.length === 0 || ids.includes(region)
    ? []
    : [`region: there is no region ${JSON.stringify(region)}. ${alternatives(region, ids)}`];
}

/** What is wrong with the id of an image. One that can't be deployed now is warned about: it may be by then. */
export async function imageProblems(
  image: string | undefined,
  services: Services,
  origin: Origin | undefined,
): Promise<readonly string[]> {
  if (image === undefined) return [];
  const offered = offeredBy(services);
  const images = await offered.images();
  const found = images?.find(({ id }) => id === image);
  if (found) {
    warnOfImage(found, services.log, origin);
    return [];
  }
  if (images === undefined || (await offered.unlistedImage(image)) !== "missing") return [];
  const ids = images.filter(({ deprecated }) => !deprecated).map(({ id }) => id);
  return [
    `image: there is no image ${JSON.stringify(image)}, or the token may not use it. ${alternatives(image, ids)}`,
  ];
}

function warnOfImage(
  {
    id,
    status,
    deprecated,
  }: { readonly id: string; readonly status?: string; readonly deprecated?: boolean },
  log: Log,
  origin: Origin | undefined,
): void {
  if (status !== undefined && status !== null && status !== "available") {
    log.warn(`image: ${id} is ${status}, and only images that are available can be deployed.`, origin);
  }
  if (deprecated) log.warn(`image: ${id} is deprecated; choose a newer one.`, origin);
}

/** Words that services of this kind know. The interface lists none, so that others pass, with a warning. */
const usualDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const usualWindows = Array.from({ length: 12 }, (_, index) => `W${2 * index}`);

/** What is wrong with a day or a window of backups: only what looks like a known word, and is not one. */
export async function scheduleProblems(
  name: "day" | "window",
  value: string | undefined,
  services: Services,
  origin: Origin | undefined,
): Promise<readonly string[]> {
  const usual = name === "day" ? usualDays : usualWindows;
  if (value === undefined || usual.includes(value)) return [];
  const shown = (await offeredBy(services).schedules())?.flatMap((schedule) => schedule[name] ?? []) ?? [];
  if (shown.includes(value)) return [];
  const known = [...new Set([...usual, ...shown])];
  const problem = `${name}: ${JSON.stringify(value)} is no ${name} that is known.`;
  if (known.some((word) => isNearly(value, word))) return [`${problem} ${alternatives(value, known)}`];
  services.log.warn(`${problem} The service decides; known are ${known.join(", ")}.`, origin);
  return [];
}

/** A slip of the keyboard: another case, or one letter in three. */
function isNearly(value: string, word: string): boolean {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return edits(value.toLowerCase(), word.toLowerCase()) <= allowed;
}

const maxListed = 30;

function alternatives(value: string, known: readonly string[]): string {
  const near = nearestWords(value, known);
  const question =
    near.length === 0
      ? ""
      : `Did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}? `;
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : "";
  return `${question}There are ${known.slice(0, maxListed).join(", ")}${more}.`;
}
