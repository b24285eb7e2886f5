/** An error in what a program or project asks of the engine: unsupported, or impossible. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}
