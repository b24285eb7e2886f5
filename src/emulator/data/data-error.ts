/** Why a world can't be kept in a folder, or not be read from it; the message says what to do. */
export class DataError extends Error {
  override readonly name = "DataError";
}
