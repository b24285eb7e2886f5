import type * as Drift from "../../drift";
import {
  chooseStack,
  listConfiguration,
  listStacks,
  locateExisting,
  locateProject,
  type StackAddress,
  stackType,
} from "../../state";
import { isRecord } from "../../unknown";
import { listExamples } from "../new/examples";
import { type Candidate, type Completions, nothing, valuesOf } from "./completions";
import type { Source } from "./source-names";

/** Loaded on first use, because it takes longer to load than all the others together. */
const loadDrift = (): typeof Drift => require("../../drift");

/** The project and stack of the command line. */
export interface SourceContext {
  readonly cwd: string;
  readonly stack: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Reads files only, and never needs the passphrase. Returns nothing if there is no project, or if its backend is not a folder. */
export async function completionsFrom(source: Source, context: SourceContext): Promise<Completions> {
  if (source === "files" || source === "folders") return { kind: source, candidates: [] };
  return readers[source](context).then(valuesOf, () => nothing);
}

const readers: Readonly<
  Record<Exclude<Source, "files" | "folders">, (context: SourceContext) => Promise<readonly Candidate[]>>
> = {
  stacks: async (context) => {
    const { project, backend } = await locateProject(context);
    return toCandidates(await listStacks(backend, project.name));
  },
  examples: async () => (await listExamples()).map(({ name, description }) => ({ value: name, description })),
  urns: async (context) => toCandidates((await readResources(context)).map(({ urn }) => String(urn))),
  outputs: async (context) => {
    const stack = (await readResources(context)).find(({ type }) => type === stackType);
    return toCandidates(isRecord(stack?.outputs) ? Object.keys(stack.outputs) : []);
  },
  keys: async (context) => {
    const configuration = await listConfiguration(await chosenStack(context), { showSecrets: false });
    return toCandidates([...configuration.keys()]);
  },
  classes: async () => toCandidates(loadDrift().resourceClasses),
};

async function readResources(context: SourceContext): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { deployment } = await locateExisting(await chosenStack(context));
  const { resources } = deployment.json;
  return Array.isArray(resources) ? resources.filter(isRecord) : [];
}

async function chosenStack(context: SourceContext): Promise<StackAddress> {
  return { ...context, ...(await chooseStack(context, context.stack)) };
}

const toCandidates = (values: readonly string[]): readonly Candidate[] =>
  values.map((value) => ({ value, description: "" }));
