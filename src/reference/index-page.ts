import { allOperations } from "../contract";
import { clientPageUrl } from "./client-page";
import { blocks, page } from "./markdown";

/** An entry of the list of pages. */
export interface Entry {
  /** Its address: `instance.md` */
  readonly file: string;
  readonly title: string;
  /** Its subject, in one sentence. */
  readonly summary?: string;
}

/** The first page of the reference: it lists the others and explains their terms. */
export function indexPage(resources: readonly Entry[], lookups: readonly Entry[]): string {
  return page(
    "# Reference",
    "Every argument, output, lookup, setting, operation and error. The pages are generated from the code.",
    blocks("## Resources", list(resources)),
    blocks("## Lookups", list(lookups)),
    blocks("## More", list(more)),
    wordsText,
  );
}

const more: readonly Entry[] = [
  { file: "configuration.md", title: "Configuration: settings and environment variables" },
  { file: clientPageUrl, title: `Client: the ${allOperations.length} operations and their arguments` },
  { file: "errors.md", title: "Errors: causes, and what to do" },
  { file: "../engine-flags.md", title: "Flags of the commands" },
  { file: "../upgrading.md", title: "Upgrade notes" },
];

function list(entries: readonly Entry[]): string {
  return entries
    .map(({ file, title, summary }) => `- [${title}](${file})${summary === undefined ? "" : `: ${summary}`}`)
    .join("\n");
}

const wordsText = `## Words

- **A change replaces** a resource: a change to the argument in the program creates a new object and deletes the old one. **In place**: an
  update of the object. **Recorded**: the change alone sends no request, and the description says when it takes effect.
- **Drift** is a difference between the declared value and the live one. **Repaired**: the next \`up\` with a refresh sets the declared value
  again; **in part**: only where that destroys nothing. **Reported**: a warning, because the repair would replace the resource. **Not visible**: the
  service never returns the value.
- **Not managed**: without the argument, the live value is left as it is.
- **Secret** values are encrypted in the state and redacted in every output.
- **Sections** are those of the service's interface.`;
