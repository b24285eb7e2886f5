import { TemporaryFiles } from "../temporary-files";

/** The files that prepared arguments name. */
export const files = new TemporaryFiles();
