import { Redactor } from "../../redaction";
import { isList, isMap, type PropertyMap, type PropertyValue, reveal, Secret } from "../../state";
import type { ProgramPort, ProviderPort } from "../core";

/**
 * Shorter strings are not redacted, because they occur in ordinary words. A configuration value was marked by the user; a part of a value
 * that is secret as a whole may not be secret on its own.
 */
const minLength = { configuration: 3, property: 6, part: 8 } as const;

/** The secret strings that a run knows, to redact the output of programs and providers. */
export class KnownSecrets {
  readonly #strings = new Set<string>();
  readonly #plain = new Set<string>();
  readonly #redactor = new Redactor("[secret]");

  add(text: string, from: keyof typeof minLength): void {
    if (text.length < minLength[from] || this.#strings.has(text)) return;
    this.#redactor.add(text);
    if (from !== "part") this.#strings.add(text);
  }

  /**
   * Adds the secrets in values that belong together. A map or list that is secret as a whole, such as the applied inputs, contains parts
   * that are not secret: those that also occur in plain text.
   */
  addFrom(...values: readonly (PropertyValue | undefined)[]): void {
    for (const value of values) if (value !== undefined) this.#addPlain(value);
    for (const value of values) if (value !== undefined) this.#addSecret(value);
  }

  #addPlain(value: PropertyValue): void {
    if (isText(value)) {
      if (String(value).length >= minLength.part) this.#plain.add(String(value));
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addPlain(item);
  }

  #addSecret(value: PropertyValue): void {
    if (value instanceof Secret) {
      const content = reveal(value);
      if (isText(content)) this.add(String(content), "property");
      else this.#addParts(content);
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addSecret(item);
  }

  #addParts(value: PropertyValue): void {
    if (isText(value)) {
      if (!this.#plain.has(String(value))) this.add(String(value), "part");
    } else if (isList(value) || isMap(value)) for (const item of Object.values(value)) this.#addParts(item);
  }

  /** Replaces all known secrets in a string. */
  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /** Marks every string in the map that equals a known secret. Returns the same map if there is none. */
  mark(map: PropertyMap): PropertyMap {
    return this.#strings.size > 0 && this.#contains(map) ? this.#markMap(map) : map;
  }

  #contains(value: PropertyValue): boolean {
    if (typeof value === "string") return this.#strings.has(value);
    if (isList(value)) return value.some((item) => this.#contains(item));
    return isMap(value) && Object.values(value).some((item) => this.#contains(item));
  }

  #markMap(map: PropertyMap): PropertyMap {
    return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, this.#mark(value)]));
  }

  #mark(value: PropertyValue): PropertyValue {
    if (typeof value === "string") return this.#strings.has(value) ? new Secret(value) : value;
    if (isList(value)) return value.map((item) => this.#mark(item));
    return isMap(value) ? this.#markMap(value) : value;
  }
}

function isText(value: PropertyValue): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Wraps a provider so that the secrets in each request are known before the provider can print them. */
export function collectSecrets(provider: ProviderPort, known: KnownSecrets): ProviderPort {
  return {
    ...(provider.newInstance && {
      newInstance: async (configuration, ...others) => {
        known.addFrom(configuration);
        const instance = await provider.newInstance?.(configuration, ...others);
        return collectSecrets(instance ?? provider, known);
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

/** Wraps a program so that the secrets in its registrations are known, including those of components, which have no provider. */
export function collectProgramSecrets(program: ProgramPort, known: KnownSecrets): ProgramPort {
  return {
    run: (monitor, context) =>
      program.run(
        {
          ...monitor,
          registerResource: (registration) => {
            known.addFrom(registration.inputs);
            return monitor.registerResource(registration);
          },
          registerResourceOutputs: (urn, outputs) => {
            known.addFrom(outputs);
            return monitor.registerResourceOutputs(urn, outputs);
          },
        },
        context,
      ),
  };
}
