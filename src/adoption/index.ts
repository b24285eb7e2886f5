export { countOf, groupOmitted } from "./omitted-objects";
export { type Survey, surveyAccount } from "./survey";
export { writeAdoption } from "./write-adoption";
