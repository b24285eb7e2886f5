import type { CommonInputs } from "../common-inputs";
import { checkInputs } from "./check-inputs";
import { createResource } from "./create-resource";
import type { Definition } from "./definition";
import { deleteResource } from "./delete-resource";
import { diffResource } from "./diff-resource";
import { IdentityVerifier } from "./identity-verifier";
import type { Lifecycle } from "./lifecycle";
import { readResource } from "./read-resource";
import { redactedLifecycle } from "./redacted-lifecycle";
import type { Services } from "./services";
import { updateResource } from "./update-resource";

/** Creates the lifecycle of a resource type from its field table and its few calls of its own. Tests read the definition too. */
export function defineResource<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
): ((services: Services) => Lifecycle) & { readonly definition: Definition<I, Live, Step> } {
  const create = (services: Services): Lifecycle => {
    const context = { definition, services, identity: new IdentityVerifier(definition, services) };
    return redactedLifecycle(definition, services, {
      check: (olds, news) => checkInputs(context, olds, news),
      diff: (id, olds, news) => diffResource(context, id, olds, news),
      create: (news) => createResource(context, news),
      read: (id, props) => readResource(context, id, props),
      update: (id, olds, news) => updateResource(context, id, olds, news),
      delete: (id, props) => deleteResource(context, id, props),
    });
  };
  return Object.assign(create, { definition });
}
