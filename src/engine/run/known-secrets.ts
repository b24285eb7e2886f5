import { Redactor } from "../../redaction";
import { isList, isMap, type PropertyMap, type PropertyValue, reveal, Secret } from "../../state";
import type { ProgramPort, ProviderPort } from "../core";

/**
 * Shorter texts would blank out half of every line. What the configuration calls secret is told apart by its writer; a
 * part of a value that is secret as a whole, by nobody.
 */
const minLength = { configuration: 3, property: 6, part: 8 } as const;

/** The texts that a run has learnt to be secret, and what others print without them. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #plain = new Set<string>();
  readonly #redactor = new Redactor("[secret]");

  add(text: string, from: keyof typeof minLength): void {
    if (text.length < minLength[from] || this.#texts.has(text)) return;
    this.#redactor.add(text);
    if (from !== "part") this.#texts.add(text);
  }

  /**
   * Learns what is secret in values that belong together. A map or list that is secret as a whole, such as the inputs
   * last applied, holds much that is not: of its parts those are secret that nothing shows plainly.
   */
  addFrom(...values: readonly (PropertyValue | undefined)[]): void {
    for (const value of values) if (value !== undefined) this.#addPlain(value);
    for (const value of values) if (value !== undefined) this.#addSecret(value);
  }

  #addPlain(value: PropertyValue): void {
    if (typeof value === "string") {
      if (value.length >= minLength.part) this.#plain.add(value);
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addPlain(item);
  }

  #addSecret(value: PropertyValue): void {
    if (value instanceof Secret) {
      const held = reveal(value);
      if (isText(held)) this.add(String(held), "property");
      else this.#addParts(held);
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addSecret(item);
  }

  #addParts(value: PropertyValue): void {
    if (isText(value)) {
      if (!this.#plain.has(String(value))) this.add(String(value), "part");
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addParts(item);
  }

  /** The text without what is secret. */
  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /** The map with every text marked that equals a secret; the same one where there is none. */
  mark(map: PropertyMap): PropertyMap {
    return this.#texts.size > 0 && this.#contains(map) ? this.#markMap(map) : map;
  }

  #contains(value: PropertyValue): boolean {
    if (typeof value === "string") return this.#texts.has(value);
    if (isList(value)) return value.some((item) => this.#contains(item));
    return isMap(value) && Object.values(value).some((item) => this.#contains(item));
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

function isText(value: PropertyValue): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The provider, with everything secret noted that it is given, before it can say something of it. */
export function collectSecrets(provider: ProviderPort, known: KnownSecrets): ProviderPort {
  return {
    ...(provider.newInstance && {
      newInstance: async (configuration: PropertyMap) => {
        known.addFrom(configuration);
        return collectSecrets((await provider.newInstance?.(configuration)) ?? provider, known);
      },
    }),
    configure: (configuration) => provider.configure(configuration),
    check: (request) => {
      known.addFrom(request.olds, request.news);
      return provider.check(request);
    },
    diff: (request) => {
      known.addFrom(request.oldInputs, request.oldOutputs);
      return provider.diff(request);
    },
    create: (request) => {
      known.addFrom(request.inputs);
      return provider.create(request);
    },
    read: (request) => {
      known.addFrom(request.inputs, request.outputs);
      return provider.read(request);
    },
    update: (request) => {
      known.addFrom(request.newInputs);
      return provider.update(request);
    },
    delete: (request) => {
      known.addFrom(request.inputs, request.outputs);
      return provider.delete(request);
    },
  };
}

/** The program, with everything secret noted that it registers: components have secrets, too, and no provider. */
export function collectProgramSecrets(program: ProgramPort, known: KnownSecrets): ProgramPort {
  return {
    run: (registrar, context) =>
      program.run(
        {
          ...registrar,
          registerResource: (goal) => {
            known.addFrom(goal.inputs);
            return registrar.registerResource(goal);
          },
          registerResourceOutputs: (urn, outputs) => {
            known.addFrom(outputs);
            return registrar.registerResourceOutputs(urn, outputs);
          },
        },
        context,
      ),
  };
}
