import type { PulumiResult, RunPulumi } from "../../src/drift/stacks/pulumi-command";
import { PulumiStore } from "../../src/drift/stacks/pulumi-store";
import { CliRecoveryStore } from "../../src/recovery/cli-recovery-store";
import { withCreated, withoutOperations } from "../../src/recovery/snapshot-edits";
import { Semaphore } from "../../src/semaphore";
import { deployment, exportOf, plain, resource, sealed } from "../drift/stacks/project-folder";

type Import = PulumiResult | Error;
const imported: PulumiResult = { code: 0, stdout: "", stderr: "" };

/** A stack with these resources and pending creates, where `secret` encrypts or shows a string. */
function storeOf(
  contentWith: (secret: (text: string) => object) => object,
  result: Import = imported,
  stack = "dev",
) {
  const imports: { readonly input: string; readonly signal: unknown; readonly isDetached: unknown }[] = [];
  const run: RunPulumi = async (args, { input, signal, isDetached }) => {
    if (args[1] === "import") {
      imports.push({ input: input ?? "", signal, isDetached });
      if (result instanceof Error) throw result;
      return result;
    }
    if (args[1] === "ls") return { ...imported, stdout: "[]" };
    const isShown = args.includes("--show-secrets");
    const content = contentWith((text) => (isShown ? plain(text) : sealed(text)));
    return { ...imported, stdout: exportOf(content) };
  };
  const cli = new PulumiStore({
    ...{ run, env: {}, signal: new AbortController().signal, cliSemaphore: new Semaphore(1) },
    ...{ url: "https://pulumi.test", identity: "", project: { name: "shop", folder: "/shop" } },
  });
  return { store: new CliRecoveryStore(cli, stack), imports };
}

/** The fields that the reader of states keeps elsewhere. */
const unsupported = (secret: (text: string) => object, name: string) => ({
  replaceWith: [name],
  replacementTrigger: secret(name),
});

it("keeps the fields that it cannot read of what takes the place of a pending or unresolved create", async () => {
  const { store, imports } = storeOf((secret) =>
    deployment(
      [
        resource("web", unsupported(secret, "old")),
        resource("db", { id: "unresolved-db", ...unsupported(secret, "unresolved") }),
      ],
      {
        pending_operations: [
          { type: "updating", resource: resource("web", unsupported(secret, "update")) },
          { type: "creating", resource: resource("web", { id: "", ...unsupported(secret, "new") }) },
        ],
      },
    ),
  );
  await store.lock();
  const { snapshot } = await store.load();
  const [update, create] = snapshot.pendingOperations;
  const settled = withoutOperations(snapshot, [create!, update!]);
  const db = snapshot.resources[1]!;
  const context = { time: "2026-01-01T00:00:00Z", managerIn: () => undefined };
  const withWeb = withCreated(context, settled, create!.resource, "12", {});
  await store.save(withCreated(context, withWeb, db, "13", {}));
  const { resources, pending_operations } = JSON.parse(imports[0]?.input ?? "").deployment;
  expect(pending_operations).toBeUndefined();
  expect(resources).toMatchObject([
    { id: "12", ...unsupported(sealed, "new") },
    { id: "1", delete: true, ...unsupported(sealed, "old") },
    { id: "13", ...unsupported(sealed, "unresolved") },
  ]);
});

it("refuses a state that has been updated since it was read", async () => {
  let names = ["web"];
  const { store } = storeOf(() => deployment(names.map((name) => resource(name))));
  await store.lock();
  await store.load();
  await expect(store.verifyCurrent()).resolves.toBeUndefined();
  names = ["web", "db"];
  await expect(store.verifyCurrent()).rejects.toThrow(/was updated/);
});

describe("an import", () => {
  const load = async (result: Import, stack?: string) => {
    const { store, imports } = storeOf(() => deployment([resource("web")]), result, stack);
    await store.lock();
    const { snapshot } = await store.load();
    return { save: () => store.save(snapshot), imports };
  };

  it("is not ended by an interruption", async () => {
    const { save, imports } = await load(imported);
    await save();
    expect(imports).toMatchObject([{ signal: undefined, isDetached: true }]);
  });

  it.each([
    [
      { code: 255, stdout: "", stderr: "error: [500] try again.\n" },
      " with exit code 255: error: [500] try again",
    ],
    [new Error("spawn EAGAIN"), ": spawn EAGAIN"],
  ] as const)(
    "that fails may have written the state, and says how to unlock the stack",
    async (result, reason) => {
      const { save } = await load(result, "acme/dev");
      await expect(save()).rejects.toMatchObject({
        code: "backend",
        message: `\`pulumi stack import --stack acme/dev\` failed in /shop${reason}. The state may or may not have been written. If the stack is locked and no run is using it, unlock it with \`pulumi cancel --stack acme/dev\`.`,
      });
    },
  );
});
