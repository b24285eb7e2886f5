import type { CommonInputs } from "../common-inputs";
import { isRecord } from "../unknown";
import type { Definition } from "./definition";
import type { Lifecycle, Properties } from "./lifecycle";
import { redactedError } from "./secrets";
import type { Services } from "./services";

/** Wraps a lifecycle so that its errors contain no secret of the inputs or outputs that it receives. */
export function redactedLifecycle<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  lifecycle: Lifecycle,
): Lifecycle {
  const redacted = async <T>(known: readonly Properties[], work: () => Promise<T>): Promise<T> => {
    for (const properties of known) learnSecrets(definition, properties, services);
    try {
      return await work();
    } catch (error) {
      throw redactedError(error, services.secrets);
    }
  };
  return {
    check: (olds, news) => redacted([olds, news], () => lifecycle.check(olds, news)),
    diff: (id, olds, news) => redacted([olds, news], () => lifecycle.diff(id, olds, news)),
    create: (news) => redacted([news], () => lifecycle.create(news)),
    read: (id, props = {}) => redacted([props], () => lifecycle.read(id, props)),
    update: (id, olds, news) => redacted([olds, news], () => lifecycle.update(id, olds, news)),
    delete: (id, props) => redacted([props], () => lifecycle.delete(id, props)),
  };
}

/** A response of the service may repeat a secret of the inputs, which must not appear in a message. */
function learnSecrets<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  properties: Properties,
  { secrets }: Services,
): void {
  const applied = isRecord(properties.applied) ? properties.applied : {};
  for (const name in definition.fields) {
    const { secret, stored } = definition.fields[name];
    if (secret || stored === "fingerprint") secrets.learn([properties[name], applied[name]]);
  }
  for (const name of definition.keptSecrets ?? []) secrets.learn(properties[name]);
}
