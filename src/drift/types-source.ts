import { typesSource } from "../type-text";
import { driftReport } from "./report";
import { watchEvent } from "./watch/watch-event";

/** The source of `types.generated.ts`: the types of drift reports and of the events of a watch. */
export function driftTypes(): string {
  return typesSource(
    "src/drift",
    [
      {
        name: "DriftReport",
        description: "The report of a comparison of stacks with the account.",
        schema: driftReport,
      },
      { name: "WatchEvent", description: "The events of a watch.", schema: watchEvent },
    ],
    new Map([
      ["Action", "FindingAction"],
      ["Value", "FindingValue"],
      ["Stack", "ScannedStack"],
      ["Scanned", "ScannedEvent"],
      ["Found", "FoundEvent"],
      ["Changed", "ChangedEvent"],
      ["Resolved", "ResolvedEvent"],
      ["ProblemBegan", "ProblemEvent"],
      ["ProblemEnded", "ProblemEndedEvent"],
      ["Notice", "NoticeEvent"],
    ]),
  );
}
