import { parseIgnoreRules } from "../../../src/drift/ignore/parse-rules";
import { UsageError } from "../../../src/drift/usage-error";
import { resourceClasses } from "../../../src/resources/resource-class";

const file = "shop/.nodecloudignore";

/** The conditions of the rules in a file. */
function conditionsIn(text: string) {
  return parseIgnoreRules(text, file).map(({ conditions }) => conditions);
}

function messageFor(text: string, project?: string): string {
  try {
    parseIgnoreRules(text, file, project);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error instanceof Error ? error.message : "";
  }
  throw new Error(`This was accepted: ${text}`);
}

describe("a file of ignore rules", () => {
  it.each(["", "\n\n", "# nothing yet\n", "\ufeff", "---\n"])("may hold no rule: %j", (text) => {
    expect(parseIgnoreRules(text, file)).toEqual([]);
  });

  it("holds conditions, a reason and an end date, and knows where each rule is", () => {
    const text = [
      "# why",
      "- type: Instance",
      "  label: build-*",
      "  reason: Build machines resize themselves.",
      "  until: 2026-12-31",
      "- { id: 012, field: null, reason: yes }",
    ].join("\r\n");
    expect(parseIgnoreRules(text, file)).toEqual([
      {
        conditions: { type: "Instance", label: "build-*" },
        reason: "Build machines resize themselves.",
        until: "2026-12-31",
        place: "shop/.nodecloudignore:2, rule 1",
      },
      {
        conditions: { id: "012", field: null },
        reason: "yes",
        until: undefined,
        place: "shop/.nodecloudignore:6, rule 2",
      },
    ]);
  });

  it("distinguishes the word null from a string of the same letters", () => {
    const rules = ["null", "~", "NULL", '"null"', "'~'", "nullable"];
    expect(conditionsIn(rules.map((label) => `- { label: ${label}, reason: x }`).join("\n"))).toEqual(
      [null, null, null, "null", "~", "nullable"].map((label) => ({ label })),
    );
  });
});

describe("a malformed file", () => {
  it.each([
    ["rules: []", ":1:1: the file is not a list of rules", "Write `- `"],
    ["text", ":1:1: the file is not a list of rules", "Write `- `"],
    ["- type: [", ":1:", "Correct this line"],
    ["- a\n---\n- b", ":2:1: this is not valid YAML", "Correct this line"],
    ["- !rule {}", ":1:3: this is not valid YAML: Unresolved tag: !rule", "Correct this line"],
    ["- type: Image\n\treason: x", ":2:", "Correct this line"],
    ["- text", ":1:3, rule 1: it is not a mapping", "Write a rule"],
    ["-\n", ":1:", "Write a rule"],
    ["- type: Image\n  reason: x\n- [a]", ":3:3, rule 2: it is not a mapping", "Write a rule"],
    ["- tpye: Image\n  reason: x", ':1:3, rule 1: there is no key "tpye"', "Did you mean type?"],
    ["- type: Image\n  cause: x", ':2:3, rule 1: there is no key "cause"', "The keys are finding, type"],
    ["- ? [a]\n  : b", ":1:", "Write `key: value`"],
    ["- id: 1\n  id: 2\n  reason: x", ":2:3, rule 1: the key id occurs twice", "write two rules"],
    ["- id: [1]\n  reason: x", ":1:3, rule 1: the value of id is not a string", "Write a string"],
    ["- id:\n  reason: x", ":1:3, rule 1: id has no value", "Write one"],
    ["- id: ' '\n  reason: x", ":1:3, rule 1: id has no value", "Write one"],
    ["- id: 1", ":1:3, rule 1: it has no reason", "Add `reason:`"],
    ["- id: 1\n  reason: null", ":1:3, rule 1: it has no reason", "Add `reason:`"],
    [
      "- type: Instnace\n  reason: x",
      ':1:3, rule 1: "Instnace" is not a valid type',
      "Did you mean Instance?",
    ],
    [
      "- type: Vol*\n  reason: x",
      ':1:3, rule 1: "Vol*" is not a valid type',
      `Valid values: ${resourceClasses.toSorted().join(", ")}.`,
    ],
    ["- type: null\n  reason: x", ':1:3, rule 1: "null" is not a valid type', "Valid values: BackupSchedule"],
    [
      "- finding: chnged\n  reason: x",
      ':1:3, rule 1: "chnged" is not a valid finding',
      "Did you mean changed?",
    ],
    ["- finding: inMotion\n  reason: x", ":1:3, rule 1: inMotion cannot be ignored", "Scan again later"],
    ["- id: 1\n  reason: x\n  until: soon", ':3:3, rule 1: until is "soon"', "such as 2026-12-31"],
    ["- id: 1\n  reason: x\n  until: 2026-02-30", ':3:3, rule 1: until is "2026-02-30"', "such as"],
    ["- id: 1\n  reason: x\n  until: 2026-13-01", ":3:3, rule 1: until", "such as"],
    ["- id: 1\n  reason: x\n  until: 2026-12-31T10:00:00Z", ":3:3, rule 1: until", "such as"],
    ["- id: 1\n  reason: x\n  until: null", ":3:3, rule 1: until", "such as"],
  ])("names the file, the place and what to do: %j", (text, problem, advice) => {
    const message = messageFor(text);
    expect(message.startsWith(file)).toBe(true);
    expect(message).toContain(problem);
    expect(message).toContain("Nothing was read from the service.");
    expect(message).toContain(advice);
  });

  it("cannot make the parser work forever", () => {
    const names = "abcdefghijklmnopqrstuvwxyz";
    const bomb = [...names].map((name, at) => {
      const earlier = at === 0 ? "x" : `*${names[at - 1]}`;
      return `- &${name} [${Array(9).fill(earlier).join(", ")}]`;
    });
    expect(messageFor(bomb.join("\n"))).toContain("rule 1: it is not a mapping");
    expect(messageFor(`- id: &a 1\n  label: *a\n  reason: x`)).toContain(
      "the value of label is not a string",
    );
    expect(messageFor("[".repeat(100_000))).toContain(file);
  });
});

describe("a rule that ignores every finding", () => {
  it.each([
    "- reason: x",
    "- { type: '*', reason: x }",
    "- { finding: '*', type: '*', reason: x }",
    "- { type: '*e*', finding: '*', reason: x }",
    "- { id: '?*', reason: x }",
    "- { label: '***', reason: x }",
    "- { field: '*', label: '*', reason: x }",
    "- { urn: 'urn:pulumi:*::*::*', reason: x }",
    "- { urn: '*dynamic/nodecloud:*', reason: x }",
    "- { stack: '*/*', reason: x }",
  ])("is an error: %s", (text) => {
    expect(messageFor(text)).toContain("rule 1: it would ignore everything");
  });

  it.each(["- { stack: 'shop/*', reason: x }", "- { urn: 'urn:pulumi:*::shop::*', reason: x }"])(
    "is an error in the file of the only project that it names: %s",
    (text) => {
      expect(messageFor(text, "shop")).toContain("it would ignore everything");
      expect(conditionsIn(text)).toHaveLength(1);
    },
  );

  it.each([
    "- { type: Instance, reason: x }",
    "- { finding: unmanaged, reason: x }",
    "- { type: '*', label: 'a*', reason: x }",
    "- { id: null, reason: x }",
    "- { label: '\\*', reason: x }",
    "- { stack: '*/dev', reason: x }",
    "- { urn: '*:Image::*', reason: x }",
    "- { label: '????????????', reason: x }",
  ])("does not include a rule that excludes something: %s", (text) => {
    expect(conditionsIn(text)).toHaveLength(1);
  });
});

describe("rules that together ignore every finding", () => {
  const countedKinds = ["changed", "deleted", "unmanaged", "notOurs", "unfinished"];
  const listOf = (key: string, values: readonly string[], more = "") =>
    values.map((value) => `- { ${key}: '${value}', ${more}reason: x }`).join("\n");

  it.each([
    ["every class", listOf("type", resourceClasses), resourceClasses.length],
    ["every finding that counts", listOf("finding", countedKinds), countedKinds.length],
    [
      "classes and the findings of the last one",
      `${listOf("type", resourceClasses.slice(1))}\n${listOf("finding", countedKinds, "type: Backup*, ")}`,
      resourceClasses.length - 1 + countedKinds.length,
    ],
  ])("are an error if the last one is: %s", (_, text, rule) => {
    expect(messageFor(text)).toContain(
      `, rule ${rule}: with the rules before it, it would ignore everything.`,
    );
    expect(messageFor(`${text}\n- { id: 1, reason: x }`)).toContain(`, rule ${rule}: with`);
  });

  it.each([
    ["all classes but one", listOf("type", resourceClasses.slice(1))],
    ["all findings but one", listOf("finding", countedKinds.slice(1))],
    [
      "a finding that does not count instead of one that does",
      listOf("finding", [...countedKinds.slice(1), "informational"]),
    ],
    ["every class, of some labels", listOf("type", resourceClasses, "label: 'a*', ")],
  ])("do not include rules that leave something: %s", (_, text) => {
    expect(conditionsIn(text).length).toBeGreaterThan(3);
  });
});
