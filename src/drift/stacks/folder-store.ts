import {
  type Backend,
  listStacks,
  lockOwners,
  parseJson,
  parseStackName,
  readStackText,
  readStoredDeployment,
} from "../../state";
import type { StackUpdate } from "../recorded-stack";
import { onlyOrganization } from "./organization";
import type { StackStore, StoredState } from "./stack-store";
import { describeUnknownUpdate, describeUpdate } from "./update-messages";

/** Stacks in a folder of the file backend. Their files are only read, and no lock is acquired. */
export class FolderStore implements StackStore {
  readonly isInFile = true;
  readonly backend: string;
  readonly #backend: Backend;
  readonly #project: string;

  constructor(backend: Backend, project: string, identity: string) {
    this.#backend = backend;
    this.#project = project;
    this.backend = identity;
  }

  get place(): string {
    return this.#backend.url;
  }

  nameOf(text: string): string {
    return parseStackName(text, this.#project);
  }

  organizationOf(): string {
    return onlyOrganization;
  }

  list(): Promise<readonly string[]> {
    return listStacks(this.#backend, this.#project);
  }

  async read(stack: string): Promise<StoredState | undefined> {
    const found = await readStackText(this.#backend, this.#project, stack);
    if (!found) return undefined;
    const place = `The state at ${found.path}`;
    const deployment = readStoredDeployment(parseJson(found.text, place), place);
    return { source: found.path, deployment, content: found.text };
  }

  async findUpdate(stack: string, read: StoredState): Promise<StackUpdate | undefined> {
    const name = `${this.#project}/${stack}`;
    try {
      const owners = await lockOwners(this.#backend, this.#project, stack);
      if (owners.length > 0) {
        const message = `Another run is updating the stack ${name}, or was killed during an update. Wait for that run to end, or, if it is no longer running, remove its lock with \`nodecloud cancel --stack ${stack}\`. Lock: ${owners.map((owner) => owner.trim()).join("; ")}.`;
        return { state: "running", message };
      }
      const now = await readStackText(this.#backend, this.#project, stack);
      return describeUpdate(name, read.content, now?.text);
    } catch (error) {
      return describeUnknownUpdate(name, error);
    }
  }
}
