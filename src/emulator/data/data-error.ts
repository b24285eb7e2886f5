/** A world can't be saved in a folder, or can't be read from it. The message says what to do. */
export class DataError extends Error {
  override readonly name = "DataError";
}
