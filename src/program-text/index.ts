export { Expression, literal, textLiteral } from "./literal";
export { ProgramNames, type ResourceNames } from "./program-names";
export { resourceText } from "./resource-text";
