import { isList, isMap, type PropertyMap, type PropertyValue, Secret } from "../../state";
import type { ProviderPort } from "../core";

const redacted = "[secret]";
/** Shorter texts would blank out half of every line. What the configuration calls secret is told apart by its writer. */
const shortest = { configuration: 3, property: 6 } as const;

/** The texts that a run has learnt to be secret, in the forms in which they turn up in what others print. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #forms = new Set<string>();
  /** Longest first, so that a secret within another does not leave the rest of it. */
  #sorted: readonly string[] | undefined;

  add(text: string, from: keyof typeof shortest): void {
    if (text.length < shortest[from] || this.#texts.has(text)) return;
    this.#texts.add(text);
    // A text of several lines is printed line by line.
    const lines = text.split("\n").filter((line) => line.length >= 8);
    for (const form of [
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(Buffer.from(text).toString()),
      ...lines,
    ]) {
      this.#forms.add(form);
    }
    this.#sorted = undefined;
  }

  /** Learns the texts that are secret by themselves; a map that is secret as a whole holds much that is not. */
  addFrom(value: PropertyValue | undefined): void {
    if (value === undefined) return;
    if (value instanceof Secret) {
      const text = value.reveal();
      if (typeof text === "string") this.add(text, "property");
    } else if (isList(value)) for (const item of value) this.addFrom(item);
    else if (isMap(value)) for (const item of Object.values(value)) this.addFrom(item);
  }

  /** The text without what is secret. */
  blank(text: string): string {
    this.#sorted ??= [...this.#forms].sort((left, right) => right.length - left.length);
    return this.#sorted.reduce((rest, form) => rest.replaceAll(form, redacted), text);
  }

  /** The map with every text marked that equals a secret; the same one where there is none. */
  mark(map: PropertyMap): PropertyMap {
    return this.#texts.size > 0 && this.#isTold(map) ? this.#markMap(map) : map;
  }

  #isTold(value: PropertyValue): boolean {
    if (typeof value === "string") return this.#texts.has(value);
    if (isList(value)) return value.some((item) => this.#isTold(item));
    return isMap(value) && Object.values(value).some((item) => this.#isTold(item));
  }

  #markMap(map: PropertyMap): PropertyMap {
    return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, this.#mark(value)]));
  }

  #mark(value: PropertyValue): PropertyValue {
    if (typeof value === "string") return this.#texts.has(value) ? new Secret(value) : value;
    if (isList(value)) return value.map((item) => this.#mark(item));
    return isMap(value) ? this.#markMap(value) : value;
  }
}

/** The provider, with everything secret noted that it is given, before it can say something of it. */
export function noting(provider: ProviderPort, known: KnownSecrets): ProviderPort {
  return {
    configure: (configuration) => provider.configure(configuration),
    check: (request) => {
      known.addFrom(request.olds);
      known.addFrom(request.news);
      return provider.check(request);
    },
    diff: (request) => {
      known.addFrom(request.oldInputs);
      known.addFrom(request.oldOutputs);
      return provider.diff(request);
    },
    create: (request) => {
      known.addFrom(request.inputs);
      return provider.create(request);
    },
    read: (request) => {
      known.addFrom(request.inputs);
      known.addFrom(request.outputs);
      return provider.read(request);
    },
    update: (request) => {
      known.addFrom(request.newInputs);
      return provider.update(request);
    },
    delete: (request) => {
      known.addFrom(request.inputs);
      known.addFrom(request.outputs);
      return provider.delete(request);
    },
  };
}
