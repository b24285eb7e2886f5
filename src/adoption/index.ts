export { countOf, groupLeftOut } from "./omitted-objects";
export { type Survey, surveyAccount } from "./survey";
export { writeAdoption } from "./write-adoption";
