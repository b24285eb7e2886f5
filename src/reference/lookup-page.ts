import { exampleSection } from "./example";
import { blocks, code, codeBlock, kebabCase, page } from "./markdown";
import { typeSection } from "./member-tables";
import { asClause, sentencesOf } from "./sentences";
import { type FunctionDeclaration, SourceFile } from "./source-file";

/** The page of the lookups in a file of `src/lookups`. */
interface LookupPage {
  /** `get-region` */
  readonly stem: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export function lookupPage(file: string): LookupPage {
  const source = new SourceFile(`lookups/${file}.ts`);
  const isOutputForm = ({ name }: FunctionDeclaration) => name.endsWith("Output");
  const plain = source.functions.filter((declared) => !isOutputForm(declared));
  const title = plain.map(({ name }) => name).join(", ");
  const types = source.interfaces.map(({ name }) => name);
  const stem = kebabCase(plain[0]?.name ?? file);
  const text = page(
    `# ${title}`,
    exampleSection(stem),
    ...plain.map(functionSection),
    "## With outputs as arguments",
    source.functions
      .filter(isOutputForm)
      .map(({ name, description }) => `- ${code(name)}: ${description}`)
      .join("\n"),
    "## Types",
    "`LookupOptions` are the [settings](configuration.md#settings) of the connection, all of which are optional.",
    ...source.interfaces.map((type) => typeSection(type, types)),
  );
  return { stem, title, summary: asClause(sentencesOf(plain[0]?.description ?? "")[0] ?? ""), text };
}

function functionSection({ name, signature, description, throws }: FunctionDeclaration): string {
  return blocks(
    `## ${name}`,
    codeBlock("ts", signature),
    description,
    throws && `Fails ${throws}${throws.endsWith(".") ? "" : "."}`,
  );
}
