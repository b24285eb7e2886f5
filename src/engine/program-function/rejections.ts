import domain from "node:domain";

/**
 * Collects unhandled rejections of promises that a program creates. The SDK leaves most rejections of a program unhandled, because `pulumi
 * up` collects them from the process. Test runners collect them too, and fail the test. A domain collects only those of the program, even
 * in runners that give tests a copy of `process`.
 */
export class RejectionCollector {
  readonly #domain = domain.create();

  constructor(onRejection: (reason: unknown) => void) {
    this.#domain.on("error", onRejection);
  }

  /** Runs the program. */
  run<T>(program: () => T): T {
    return this.#domain.run(program);
  }

  /** Runs the engine code that the program calls outside the domain: in a domain every promise takes several times as long. */
  leave<T>(work: () => T): T {
    if (Reflect.get(domain, "active") !== this.#domain) return work();
    this.#domain.exit();
    try {
      return work();
    } finally {
      this.#domain.enter();
    }
  }
}
