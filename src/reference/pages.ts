import { clientPage } from "./client-page";
import { configurationPage } from "./configuration-page";
import { errorsPage } from "./errors-page";
import { indexPage } from "./index-page";
import { lookupPage } from "./lookup-page";
import { kebabCase } from "./markdown";
import { classDescription, resourcePage } from "./resource-page";
import { resources } from "./resources";
import { asClause, sentencesOf } from "./sentences";

/** The files of `src/lookups` that have lookups, in the order of the reference. */
const lookupFiles = [
  ...["region", "image", "instance", "backups"],
  ...["oauth-client", "payment-method", "account", "event"],
];

/** The pages of docs/reference by file name. `npm run generate` writes them. */
export function referencePages(): ReadonlyMap<string, string> {
  const lookups = lookupFiles.map(lookupPage).map(({ stem, ...rest }) => ({ file: `${stem}.md`, ...rest }));
  const classes = Object.entries(resources).map(([name, resource]) => ({
    file: `${kebabCase(name)}.md`,
    title: name,
    summary: asClause(sentencesOf(classDescription(name))[0] ?? ""),
    text: resourcePage(name, resource),
  }));
  return new Map([
    ["README.md", indexPage(classes, lookups)],
    ...[...classes, ...lookups].map(({ file, text }): [string, string] => [file, text]),
    ["configuration.md", configurationPage()],
    ["client.md", clientPage()],
    ["errors.md", errorsPage()],
  ]);
}
