export {
  actionsOfChange,
  actionsOfDeletion,
  actionsOfKilled,
  actionsOfMotion,
  actionsOfOutput,
  actionsOfStranger,
  actionsOfUnfinished,
  actionsOfUnresolved,
} from "./actions";
export { adoptActions, namesBeside } from "./adopt-actions";
export { withIgnoreRule } from "./ignore-action";
export { folderName } from "./stack-commands";
