import { TemporaryFiles } from "../../resources/temporary-files";

/** The files that arguments name. */
export const files = new TemporaryFiles();
