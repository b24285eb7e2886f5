export { comment } from "./comment";
export { typesSource } from "./types-source";
