export {
  changeActions,
  deletionActions,
  notOursActions,
  outputActions,
  recoverActions,
  transitionActions,
  unfinishedActions,
  unresolvedActions,
} from "./actions";
export { adoptActions, unusedNames } from "./adopt-actions";
export { withIgnoreRule } from "./ignore-action";
export { folderName } from "./stack-commands";
