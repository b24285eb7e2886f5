import type { Clock } from "../../clock";
import type { Configuration } from "../../state";
import { newResource, type PropertyMap, providerReference, providerTypePrefix, Secret } from "../../state";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import { registerProvider } from "./explicit-provider";
import type { Run } from "./run";
import { makeUrn } from "./urn";

/** The packages of dynamic resources and of StackReference. */
export type ProviderPackage = "pulumi-nodejs" | "pulumi";

/** The default providers of a run. Each is added to the state when first needed, with its previous id. */
export class DefaultProviders {
  readonly #run: Run;
  readonly #configuration: PropertyMap;
  readonly #references = new Map<ProviderPackage, Promise<string>>();
  #configured: Promise<void> | undefined;

  constructor(run: Run, configuration: PropertyMap) {
    this.#run = run;
    this.#configuration = configuration;
  }

  /** Resolves to `<urn>::<id>` once the provider is in the state and configured. */
  reference(name: ProviderPackage): Promise<string> {
    const known = this.#references.get(name);
    if (known) return known;
    const reference = this.#register(name);
    this.#references.set(name, reference);
    return reference;
  }

  /** Configures the provider of dynamic resources, once. */
  configure(configuration: PropertyMap = this.#configuration): Promise<void> {
    this.#configured ??= this.#run.provider.configure(configuration);
    return this.#configured;
  }

  newId(): string {
    return uuid(this.#run.clock);
  }

  async #register(name: ProviderPackage): Promise<string> {
    const run = this.#run;
    const type = `${providerTypePrefix}${name}`;
    const urn = makeUrn(run.options.stack, run.options.project, "", type, "default");
    const inputs = name === "pulumi-nodejs" ? this.#configuration : {};
    const old = run.stackState.currentEntry(urn);
    const wanted = { ...newResource({ urn, type, custom: true }), inputs };
    const state = await registerProvider(run, wanted, old, () => this.newId());
    if (name === "pulumi-nodejs") {
      try {
        await this.configure();
      } catch (cause) {
        run.message("error", `The provider could not be configured: ${errorMessage(cause)}`, urn);
        run.fail();
        throw new EngineStopping();
      }
    }
    return providerReference({ urn, id: state.id });
  }
}

/** The whole stack configuration as the provider's inputs, secret values as secrets. */
export function providerInputs(configuration: Configuration): PropertyMap {
  return Object.fromEntries(
    [...configuration].map(([key, { value, secret }]) => [key, secret ? new Secret(value) : value]),
  );
}

/** A version 4 UUID from the clock's random numbers, so that tests are repeatable. */
function uuid(clock: Clock): string {
  const pick = (digits: string) => digits.charAt(Math.floor(clock.random() * digits.length));
  return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, (digit) =>
    pick(digit === "x" ? "0123456789abcdef" : "89ab"),
  );
}
