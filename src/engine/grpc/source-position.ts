import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A source position in the form that the SDK sends. */
interface SourcePosition {
  getUri(): string;
  getLine(): number;
  getColumn(): number;
}

/** The source position for the state: relative to the project's folder, so that it is the same on every machine. */
export function projectPosition(position: SourcePosition | undefined, folder: string): string {
  const uri = position?.getUri() ?? "";
  if (!position || !uri.startsWith("file:///")) return "";
  const path = relative(folder, fileURLToPath(uri)).split(sep).join("/");
  const column = position.getColumn() > 0 ? `,${position.getColumn()}` : "";
  return `project:///${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}#${position.getLine()}${column}`;
}
