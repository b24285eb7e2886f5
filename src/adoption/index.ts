export { countOf, groupLeftOut } from "./left-out-groups";
export { type Survey, surveyAccount } from "./survey";
export { writeAdoption } from "./write-adoption";
