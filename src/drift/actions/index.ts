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
export { adoptActions, namesBeside } from "./adopt-actions";
export { withIgnoreRule } from "./ignore-action";
export { folderName } from "./stack-commands";
