import type { CommonInputs } from "../common-inputs";
import { warnOfInterruptedCreates } from "./creates/interrupted-creates";
import type { Definition } from "./definition";
import { originInOutputs, type ResourceOrigin, readOrigin } from "./identity/origin";
import { IdentityVerifier } from "./identity-verifier";
import { createInspector, type Inspector } from "./inspector";
import type { Lifecycle, Properties } from "./lifecycle";
import { checkInputs } from "./operations/check-inputs";
import { createResource } from "./operations/create-resource";
import { deleteResource } from "./operations/delete-resource";
import { diffResource } from "./operations/diff-resource";
import { refreshResource } from "./operations/read-resource";
import { updateResource } from "./operations/update-resource";
import { createRecovery, type Recovery } from "./recovery";
import { redactedLifecycle } from "./redacted-lifecycle";
import type { ReadServices, Services } from "./services";

/** A resource type, as the engine, drift reports and `recover` use it. */
export interface ResourceType<I extends CommonInputs, Live, Step extends string> {
  readonly definition: Definition<I, Live, Step>;
  lifecycle(services: Services): Lifecycle;
  /** Reads the objects of the type and compares them with what a state declares. */
  inspector(services: ReadServices): Inspector;
  /** Resolves the unfinished creates that a crash left behind. */
  recovery(services: Services): Recovery;
}

/** Creates a resource type from its definition: a field table, and the few calls that are specific to the type. */
export function defineResource<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
): ResourceType<I, Live, Step> {
  return {
    definition,
    lifecycle: (services) => createLifecycle(definition, services),
    inspector: (services) => createInspector(definition, services),
    recovery: (services) => createRecovery(definition, services),
  };
}

function createLifecycle<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
): Lifecycle {
  const context = { definition, services, identity: new IdentityVerifier(definition, services) };
  return redactedLifecycle(definition, services, {
    check: (olds, news) => {
      warnOfInterruptedCreates(services, () => readOrigin(news.origin));
      return checkInputs(context, olds, news);
    },
    diff: (id, olds, news) => diffResource(context, id, olds, news),
    create: (news) => createResource(context, news),
    read: (id, props = {}) => {
      warnOfInterruptedCreates(services, () => recordedOrigin(services, props));
      return refreshResource(context, id, props);
    },
    update: (id, olds, news) => updateResource(context, id, olds, news),
    delete: (id, props) => {
      warnOfInterruptedCreates(services, () => recordedOrigin(services, props));
      return deleteResource(context, id, props);
    },
  });
}

/** The origin in the outputs of a resource. Undefined if its stack was renamed, because outputs keep the former name until an update. */
function recordedOrigin({ hasStack }: Services, outputs: Properties): ResourceOrigin | undefined {
  const origin = originInOutputs(outputs);
  return origin && hasStack(origin) !== false ? origin : undefined;
}
