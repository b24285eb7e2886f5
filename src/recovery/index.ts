export { connect } from "./connect";
export { openRecovery } from "./open-stack";
export {
  certainDecisions,
  type Decisions,
  type RecoveryOutcome,
  recoverStack,
  stillLockedText,
  unattendedDecisions,
} from "./recover-stack";
export type { RecoveryCase, RecoveryChoice } from "./recovery-case";
export { describeCases, describeOutcomes, jsonOf, recoveryExitCodes, verdictOf } from "./report";
