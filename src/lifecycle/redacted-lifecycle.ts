import { stringsIn } from "../client";
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
  const names = namesOf(definition);
  const redacted = async <T>(known: readonly Properties[], work: () => Promise<T>): Promise<T> => {
    learnSecrets(names, known, services);
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

interface Names {
  readonly secret: readonly string[];
  readonly plain: readonly string[];
}

/** The names of the inputs and outputs that are secret, and of the inputs that are not. */
function namesOf<I extends CommonInputs, Live, Step extends string>({
  fields,
  keptSecrets = [],
}: Definition<I, Live, Step>): Names {
  const secret: string[] = [...keptSecrets];
  const plain = ["origin"];
  for (const name in fields) {
    const field = fields[name];
    if (field.secret || field.stored === "fingerprint") secret.push(name);
    else plain.push(name);
  }
  return { secret, plain };
}

/**
 * A response of the service may repeat a secret of the inputs, which must not appear in a message. A string that the inputs also contain in
 * plain text is none: redacted, the name of a resource or region would be missing from the commands and values in messages.
 */
function learnSecrets(names: Names, known: readonly Properties[], { secrets }: Services): void {
  // Outputs do not count as plain text: the service may have put a secret into them.
  const inputs = known.map(({ applied, ...others }) => (isRecord(applied) ? applied : others));
  const stringsOf = (of: readonly string[], all: readonly Properties[]) =>
    stringsIn(all.map((properties) => of.map((name) => properties[name])));
  const secret = stringsOf(names.secret, [...known, ...inputs]);
  if (secret.length === 0) return;
  const plain = new Set(stringsOf(names.plain, inputs));
  secrets.learn(secret.filter((text) => !plain.has(text)));
}
