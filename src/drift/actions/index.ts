export {
  actionsOfChange,
  actionsOfDeletion,
  actionsOfMotion,
  actionsOfOutput,
  actionsOfPendingCreate,
  actionsOfStranger,
  actionsOfUnfinished,
  actionsOfUnresolved,
} from "./actions";
export { adoptActions } from "./adopt-actions";
export { withIgnoreRule } from "./ignore-action";
