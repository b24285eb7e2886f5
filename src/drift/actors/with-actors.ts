import { messageOf } from "../../unknown";
import { fullName, type RecordedStack } from "../recorded-stack";
import { rethrowInterrupt } from "../scan/account-reader";
import type { AccountScan } from "../scan/account-scan";
import { scopeAdvice } from "../scan/scope-advice";
import type { Actor, DriftReport, Finding } from "../types.generated";
import { hasActor } from "./causes";
import { EventIndex, timeOf } from "./event-index";
import { type ActorQuery, findActor } from "./find-actor";
import { readEvents } from "./read-events";
import { liveObject, startOf } from "./subject";

/** The maximum number of findings without an actor that a warning lists. */
const maxNames = 5;

/**
 * The report with the user, time and action of the newest event that could have caused each finding. If the event log cannot be read or
 * identifies no one, a warning says so: the comparison is complete nevertheless. Reads at most 20 pages of each account's log.
 */
export async function withActors(
  report: DriftReport,
  accounts: readonly AccountScan[],
): Promise<DriftReport> {
  const asked = report.findings.filter(hasActor);
  const actors = new Map<Finding, Actor>();
  const warnings: string[] = [];
  await Promise.all(
    accounts.map(async (account) => {
      const own = asked.filter((finding) => accountOf(finding, accounts) === account);
      if (own.length > 0) warnings.push(...(await findActors(own, account, actors)));
    }),
  );
  return {
    ...report,
    warnings: [...report.warnings, ...warnings.sort()],
    findings: report.findings.map((finding) => ({ ...finding, who: actors.get(finding) ?? null })),
  };
}

/** Undefined if several accounts are unknown and cannot be distinguished. */
function accountOf(finding: Finding, accounts: readonly AccountScan[]): AccountScan | undefined {
  const same = accounts.filter(({ account }) => account === finding.account);
  const own = same.filter(({ stacks }) =>
    stacks.some(({ stack }) => fullName(stack) === finding.stack && mayContain(stack, finding)),
  );
  const [found, ...others] = own.length > 0 ? own : same;
  return others.length === 0 ? found : undefined;
}

/** A stack with several providers is scanned in several parts. The state need not contain the resource of an open create. */
function mayContain({ providers, resources }: RecordedStack, { urn }: Finding): boolean {
  return (providers?.size ?? 0) === 0 || resources.some((resource) => resource.urn === urn);
}

/** Adds the actors of the findings of one account. Returns warnings about those without one. */
async function findActors(
  findings: readonly Finding[],
  account: AccountScan,
  actors: Map<Finding, Actor>,
): Promise<readonly string[]> {
  const { reader } = account;
  const subject = `the event log of account ${account.account ?? `at ${reader.address}`}`;
  const queries = findings.map((finding): ActorQuery => {
    return {
      finding,
      start: startOf(finding, account),
      created: liveObject(finding, account)?.identity.created,
    };
  });
  const index = new EventIndex(reader.brand);
  const hasActor = (query: ActorQuery) => findActor(query, index) !== undefined;
  try {
    const { count, total, mayMissNewerEvents } = await readEvents(reader.eventPages(), (events) => {
      index.add(events);
      const oldest = Math.min(...events.slice(-1).map(timeOf));
      return queries.every((query) => isBefore(oldest, query.start) || hasActor(query));
    });
    if (mayMissNewerEvents) {
      return [
        `Could not determine who caused the findings: ${subject} is too long and does not begin with its newest events (${count} of ${total} were read).`,
      ];
    }
    for (const query of queries) {
      const actor = findActor(query, index);
      if (actor !== undefined) actors.set(query.finding, actor);
    }
    const unknown = findings.filter((finding) => !actors.has(finding));
    if (unknown.length === 0) return [];
    const read = count < total ? ` Its newest ${count} of ${total} events were read.` : "";
    return [
      `Nothing in ${subject} explains ${namesOf(unknown)}.${read} It covers 90 days, and only what the token's user can see.`,
    ];
  } catch (error) {
    rethrowInterrupt(error);
    const reason = `${messageOf(error)}${scopeAdvice(error, "events:read_only")}`;
    return [`Could not determine who caused the findings, because ${subject} could not be read: ${reason}`];
  }
}

function isBefore(moment: number, start: number | undefined): boolean {
  return start !== undefined && moment < start;
}

/** `Instance web (type), Image private/7 (deleted) and 3 more`. */
function namesOf(findings: readonly Finding[]): string {
  const names = findings
    .slice(0, maxNames)
    .map(({ kind, type, id, label, field }) => `${type} ${label ?? id} (${field ?? kind})`);
  const left = findings.length - names.length;
  return left > 0 ? `${names.join(", ")} and ${left} more` : names.join(", ");
}
