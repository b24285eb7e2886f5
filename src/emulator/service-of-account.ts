import type { Brand } from "../contract";
import type { Service } from "./service";
import type { Settings } from "./types.generated";
import type { RecordChange } from "./world/changes";
import type { World } from "./world/world";

/** The service of another account: the first account's, with its own world. */
export class ServiceOfAccount implements Service {
  readonly #first: Service;

  constructor(
    first: Service,
    readonly world: World,
  ) {
    this.#first = first;
  }

  get settings(): Settings {
    return this.#first.settings;
  }

  get brand(): Brand {
    return this.#first.brand;
  }

  now(): number {
    return this.#first.now();
  }

  randomToken(length: number): string {
    return this.#first.randomToken(length);
  }

  changesWithin(milliseconds: number): readonly RecordChange[] {
    return this.#first.changesWithin(milliseconds);
  }

  everyAccount(): readonly Service[] {
    return this.#first.everyAccount();
  }
}
