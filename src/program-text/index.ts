export { Expression, literal, textLiteral } from "./literal";
export { ProgramNames, type ResourceNames } from "./program-names";
export { type ResourceDeclaration, resourceText } from "./resource-text";
