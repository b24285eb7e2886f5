/** The run is over or stopping: a registration is not taken any more, and the program should end quietly. */
export class EngineStopping extends Error {
  override readonly name = "EngineStopping";

  constructor() {
    super("the run is stopping");
  }
}
