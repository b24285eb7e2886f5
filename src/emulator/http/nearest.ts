import { allOperations, type Brand } from "../../contract";

/** The operation whose method and path are most like these, as `instances.view (GET /node/instances/{instanceId})`. */
export function nearestOperation(brand: Brand, method: string, path: string): string {
  const asked = path.replace(/^\/v4(beta)?(?=\/|$)/, "");
  let nearest = "";
  let least = Number.POSITIVE_INFINITY;
  for (const { name, operation } of allOperations) {
    const [ownMethod = "", template = ""] = operation.call.split(" ");
    const own = brand.path(template);
    const far = distance(asked, own) + (ownMethod === method ? 0 : 1);
    if (far < least) {
      least = far;
      nearest = `${name} (${ownMethod} ${own})`;
    }
  }
  return nearest;
}

/** Path segments that differ count by how much of their letters does; a parameter is like anything. */
function distance(path: string, template: string): number {
  const [left, right] = [path.split("/").filter(Boolean), template.split("/").filter(Boolean)];
  let sum = 0;
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index], right[index]];
    if (one === undefined || other === undefined) sum += 2;
    else if (!other.startsWith("{")) sum += (4 * edits(one, other)) / Math.max(one.length, other.length);
  }
  return sum;
}

/** Levenshtein's distance. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
