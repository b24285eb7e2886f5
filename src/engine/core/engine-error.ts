/** The program or project requires something that is impossible or that the engine does not support. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}
