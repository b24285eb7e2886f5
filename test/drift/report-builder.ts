import type {
  DriftReport,
  Finding,
  FindingAction,
  Problem,
  TypeCoverage,
} from "../../src/drift/types.generated";

/** A report of a complete scan with the given findings. */
export function reportOf(parts: Partial<DriftReport> = {}): DriftReport {
  const { findings = [], problems = [] } = parts;
  const isComplete = problems.length === 0;
  const counting = findings.filter(({ kind }) => kind !== "informational" && kind !== "inMotion");
  return {
    version: 1,
    time: "2026-11-22T09:00:00.000Z",
    verdict: counting.length > 0 ? "drift" : isComplete ? "inSync" : "incomplete",
    isComplete,
    problems,
    warnings: [],
    stacks: [{ name: "shop/dev", source: "file /srv/shop", account: "E1AF5EEC", resources: 12 }],
    coverage: { typesScanned: 1, typesKnown: 5, types: [coverageOf()] },
    findings,
    ignored: [],
    clean: [],
    ...parts,
  };
}

export function coverageOf(parts: Partial<TypeCoverage> = {}): TypeCoverage {
  return { type: "Instance", isScanned: true, managed: 3, existing: 5, changed: 1, ...parts };
}

export function problemOf(parts: Partial<Problem> = {}): Problem {
  return { subject: "list of images", stack: null, type: "Image", message: "403: missing scope.", ...parts };
}

export function actionOf(parts: Partial<FindingAction> = {}): FindingAction {
  return {
    ...{ purpose: "repair", description: "Sets the declared values again.", form: "command" },
    text: "nodecloud up --target web",
    ...parts,
  };
}

const urnOf = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:Instance::${name}`;

/** A changed field of an instance. */
export function findingOf(parts: Partial<Finding> = {}): Finding {
  const { id = "123", stack = "shop/dev" } = parts;
  return {
    kind: "changed",
    type: "Instance",
    id,
    label: "web",
    stack,
    urn: stack === null ? null : urnOf(`web-${id}`),
    account: "E1AF5EEC",
    field: "type",
    declared: "g1-nano-1",
    live: "g1-small-1",
    isSecret: false,
    repair: "up",
    message: "type was changed outside the program.",
    actions: [actionOf({ text: `nodecloud up --target ${id}` })],
    who: null,
    ignoredBecause: null,
    ...parts,
  };
}

/** A finding that compares no values. */
export function objectFinding(parts: Partial<Finding> & Pick<Finding, "kind">): Finding {
  return findingOf({ field: null, declared: null, live: null, repair: null, message: "It is so.", ...parts });
}

/** One finding of each kind. */
export const everyKind: Finding[] = [
  findingOf(),
  objectFinding({
    kind: "deleted",
    type: "Image",
    id: "private/7",
    label: "base",
    message: "The image no longer exists.",
  }),
  objectFinding({ kind: "notOurs", id: "9", label: "db", message: "The id belongs to another object." }),
  objectFinding({ kind: "unfinished", id: null, label: "new", message: "The create is unresolved." }),
  objectFinding({ kind: "inMotion", id: "11", label: "worker", message: "It is provisioning." }),
  findingOf({
    kind: "informational",
    id: "12",
    field: "ipv4",
    declared: ["192.0.2.1"],
    live: ["192.0.2.2"],
    repair: null,
  }),
  objectFinding({
    kind: "unmanaged",
    id: "77",
    label: "stray",
    stack: null,
    message: "No scanned stack records it.",
  }),
];

/** Strings that would take effect if they were not escaped. */
export const hostileStrings: readonly string[] = [
  "a | b",
  "a \\| b",
  "</script><script>document.title = 'taken'</script>",
  "\u001b[31mred\u001b[0m\u001b]0;title\u0007",
  "@octocat #12 GH-12 https://github.com/o/r/issues/1 www.example.com",
  "::error::taken",
  "first\n::error::taken\r\n# heading\n| cell |",
  "right\u202eto left\u2066",
  "`` ` ``` ~~~",
  "<!-- <img src=x onerror=alert(1)> & \" ' ]]>",
  "100%, a:b; %0A",
  "nul\u0000 bell\u0007 form\u000c lone\ud800",
  "**bold** _it_ [link](https://example.com) $x$",
  "שלום 日本語 👩‍💻",
];

/** A report in which every string from outside is the given one. */
export function hostileReport(text: string): DriftReport {
  const finding = findingOf({
    ...{ type: text, id: text, label: text, stack: text, urn: text, account: text, field: text },
    ...{ declared: text, live: { [text]: [text] }, message: text },
    actions: [
      actionOf({ description: text, text }),
      actionOf({ purpose: "adopt", form: "code", text: `new Instance(${JSON.stringify(text)});\n` }),
    ],
    who: { user: text, time: text, action: text },
  });
  return reportOf({
    findings: [finding, objectFinding({ kind: "unmanaged", label: text, stack: null, message: text })],
    ignored: [{ ...finding, id: "other", ignoredBecause: text }],
    problems: [problemOf({ subject: text, stack: text, type: text, message: text })],
    warnings: [text],
    stacks: [{ name: text, source: text, account: text, resources: 1 }],
    coverage: { typesScanned: 1, typesKnown: 5, types: [coverageOf({ type: text })] },
    clean: [{ type: text, id: text, label: text, stack: text, urn: text }],
  });
}

/** Findings on many resources, each with actions of its own and advice that they share. */
export function manyFindings(count: number): Finding[] {
  return Array.from({ length: count }, (_, at) => {
    const id = String(1000 + at);
    const actions = [
      actionOf({ text: `nodecloud up --target '${urnOf(id)}'` }),
      actionOf({
        purpose: "ignore",
        form: "rule",
        description: "Leaves it out of the verdict.",
        text: `- type: Instance\n  id: ${id}`,
      }),
    ];
    return findingOf({ id, label: `node-${id}`, actions });
  });
}
