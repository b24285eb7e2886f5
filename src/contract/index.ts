export { type Argument, argumentsIn, argumentsOf, outlineOf } from "./argument";
export { type Brand, BrandError, brandOf, interfaceWord } from "./brand";
export { limits } from "./limits";
export { integerId } from "./meta";
export { type Method, methods } from "./method";
export { argumentName, camelCase, fromContract, toContract } from "./naming";
export { openApi } from "./openapi";
export {
  type Args,
  errorBody,
  type Operation,
  pageSchema,
  type ResponseBody,
  type ScopeArea,
  scopeAreas,
} from "./operation";
export { allOperations, type NamedOperation, type Operations, operations } from "./operations";
export { redact, redactedText } from "./redact";
export { ruleOf } from "./rule";
export { isStateOf } from "./shapes/account";
export { eventActions } from "./shapes/event";
export { imageStatuses } from "./shapes/image";
export { instanceStatuses } from "./shapes/instance";
export { allowsExtraFields, fieldsOf, itemOf, type ShapeField, unwrap } from "./walk";
