/** Something a program asks for that this engine does not do, or that cannot be. */
export class EngineError extends Error {
  override readonly name = "Refusal";
}
