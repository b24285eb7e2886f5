/** Where the values of an option or argument come from. */
export type Source = "stacks" | "examples" | "urns" | "outputs" | "keys" | "classes" | "files" | "folders";

export interface SourceNames {
  /** The sources by the option's long name. An option with choices needs no entry, and an option without an entry takes any string. */
  readonly options: Readonly<Partial<Record<string, Source>>>;
  /** The sources by the names of the command and the argument. */
  readonly arguments: Readonly<Partial<Record<string, Source>>>;
}

export const commandSources: SourceNames = {
  options: {
    "--stack": "stacks",
    "--target": "urns",
    "--exclude": "urns",
    "--replace": "urns",
    "--target-replace": "urns",
    "--type": "classes",
    "--cwd": "folders",
    "--data": "folders",
    "--out": "folders",
    "--config-file": "files",
    "--export": "files",
    "--file": "files",
    "--ignore-file": "files",
    "--world": "files",
  },
  arguments: {
    "new example": "examples",
    "new folder": "folders",
    "stack select name": "stacks",
    "stack rm name": "stacks",
    "stack output name": "outputs",
    "cancel name": "stacks",
    "config set key": "keys",
    "config get key": "keys",
    "config rm key": "keys",
    "state delete urns": "urns",
    "state unprotect urns": "urns",
    "state rename urn": "urns",
  },
};

/** The sources for `api`, whose other options are the arguments of operations. */
export const apiSources: SourceNames = {
  options: { "--stack": "stacks", "--cwd": "folders", "--file": "files", "--output": "files" },
  arguments: {},
};
