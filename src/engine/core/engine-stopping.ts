/** The run has ended or is stopping, and the cause was already reported. A program that receives this ends quietly. */
export class EngineStopping extends Error {
  override readonly name = "EngineStopping";

  constructor() {
    super("the run is stopping");
  }
}
