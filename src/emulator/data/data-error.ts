/** A world cannot be saved in a folder, or cannot be read from it. The message says what to do. */
export class DataError extends Error {
  override readonly name = "DataError";
}
