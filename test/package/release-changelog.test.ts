type Line = { readonly section: string; readonly line: string };
const {
  linesOf,
  releaseChangelog,
}: {
  linesOf(name: string, text: string): readonly Line[];
  releaseChangelog(changelog: string, version: string, date: string, lines: readonly Line[]): string;
} = require("../../scripts/release-changelog.cjs");

const changeset = (body: string) => linesOf("one.md", `---\n"pulumi-nodecloud": minor\n---\n\n${body}\n`);

it("reads the lines of a changeset", () => {
  expect(changeset("Added: a\nlong line.\n\nFixed: a bug.")).toEqual([
    { section: "Added", line: "a long line." },
    { section: "Fixed", line: "a bug." },
  ]);
});

it.each([
  [
    "Removed: a thing.",
    '.changeset/one.md has a paragraph that begins with none of "Added:", "Changed:", "Fixed:": Removed: a thing.',
  ],
  ["", ".changeset/one.md contains no line for the changelog."],
])("refuses a changeset with the text %j", (body, message) => {
  expect(() => changeset(body)).toThrow(message);
});

it("moves what is unreleased to a version, and adds lines to its sections", () => {
  const before =
    "# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n### Fixed\n\n- Two.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n";
  const lines = [
    { section: "Changed", line: "three." },
    { section: "Added", line: "four." },
  ];
  expect(releaseChangelog(before, "0.2.0", "2026-02-02", lines)).toBe(`# Changelog

## Unreleased

## 0.2.0 (2026-02-02)

### Added

- One.
- four.

### Changed

- three.

### Fixed

- Two.

## 0.1.0 (2026-01-01)

- Old.
`);
});

it("begins a changelog without versions", () => {
  expect(
    releaseChangelog("# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n", "0.1.0", "2026-02-02", []),
  ).toBe("# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-02-02)\n\n### Added\n\n- One.\n");
});
