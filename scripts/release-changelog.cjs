const sections = ["Added", "Changed", "Fixed"];
const heading = "## Unreleased\n";

/** The changelog lines of a changeset, after its front matter: section and text of each. Throws if the format is invalid. */
exports.linesOf = function linesOf(name, text) {
  const [, body = ""] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(text) ?? [];
  const paragraphs = body.split(/\n{2,}/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const lines = paragraphs
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => {
      const [, section, line] = /^(Added|Changed|Fixed): (.+)$/.exec(paragraph) ?? [];
      if (section === undefined)
        throw new Error(
          `.changeset/${name} has a paragraph that begins with none of ${sections.map((one) => `"${one}:"`).join(", ")}: ${paragraph}`,
        );
      return { section, line };
    });
  if (lines.length === 0) throw new Error(`.changeset/${name} contains no line for the changelog.`);
  return lines;
};

/** The changelog with the unreleased lines, and these, under a new version. */
exports.releaseChangelog = function releaseChangelog(changelog, version, date, lines) {
  const start = changelog.indexOf(heading);
  if (start < 0) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  const after = start + heading.length;
  const next = changelog.indexOf("\n## ", after);
  const end = next < 0 ? changelog.length : next + 1;
  const unreleasedTexts = new Map(
    changelog
      .slice(after, end)
      .split(/^### /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf("\n")).trim(), part.slice(part.indexOf("\n")).trim()]),
  );
  const texts = [...new Set([...sections, ...unreleasedTexts.keys()])].flatMap((section) => {
    const added = lines.filter((line) => line.section === section).map(({ line }) => `- ${line}`);
    const all = [unreleasedTexts.get(section) ?? "", ...added].filter((text) => text !== "");
    return all.length === 0 ? [] : [`### ${section}\n\n${all.join("\n")}\n`];
  });
  const released = `## ${version} (${date})\n\n${texts.join("\n")}\n`;
  return `${changelog.slice(0, after)}\n${released}${changelog.slice(end)}`.replace(/\n+$/, "\n");
};
