import type { CommonInputs } from "../common-inputs";
import type { Definition } from "./definition";
import type { IdentityVerifier } from "./identity-verifier";
import type { Services } from "./services";

/** A resource type in one plugin process: its definition, and the services that its operations share. */
export interface ResourceContext<I extends CommonInputs, Live, Step extends string> {
  readonly definition: Definition<I, Live, Step>;
  readonly services: Services;
  readonly identity: IdentityVerifier<I, Live, Step>;
}
