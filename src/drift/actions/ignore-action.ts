import { ignoreRuleOf } from "../ignore";
import type { Finding, FindingAction } from "../types.generated";

/** The finding, with the rule that ignores it as its last action. */
export function withIgnoreRule(finding: Finding): Finding {
  const text = ignoreRuleOf(finding);
  if (text === undefined) return finding;
  const ignore: FindingAction = {
    ...{ purpose: "ignore", form: "rule", text },
    description: "Add the rule to `.nodecloudignore`, and write the reason.",
  };
  return { ...finding, actions: [...finding.actions, ignore] };
}
