import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  backendAt,
  newResource,
  openPassphrase,
  type PassphraseSecrets,
  readEnvelope,
  readSnapshot,
  readStackFile,
  type Snapshot,
  stackPaths,
  writeCheckpoint,
  writeDeployment,
  writeResource,
  writeStackFile,
} from "../../src/state";
import { temporaryFolder } from "./fixtures";

/** States in every shape that the CLI leaves them in; it exports each of them letter for letter as it stands there. */
const golden = join(__dirname, "golden");
const names = readdirSync(golden).map((file) => file.replace(".json", ""));
const passphrase = "golden";
const folder = temporaryFolder();

const parsed = (name: string) => JSON.parse(readFileSync(join(golden, `${name}.json`), "utf8"));

let secrets: PassphraseSecrets;
beforeAll(async () => {
  secrets = await openPassphrase(passphrase, parsed("empty").checkpoint.latest.secrets_providers.state.salt);
});

const read = (value: unknown) => readSnapshot(readEnvelope(value, "the state"), "the state", secrets);

function written(snapshot: Snapshot, manifest: { readonly time: string }) {
  const deployment = writeDeployment(snapshot, secrets.salt, manifest.time, (state) =>
    writeResource(state, secrets),
  );
  return writeCheckpoint("golden", "dev", { ...deployment, manifest });
}

describe.each(names)("a state of the shape %s", (name) => {
  const { manifest } = parsed(name).checkpoint.latest;

  it("is written back letter for letter when nothing changed", () => {
    const before = JSON.stringify(parsed(name));
    expect(JSON.stringify(written(read(parsed(name)), manifest))).toBe(before);
  });

  it("is continued, and what did not change keeps every letter, ciphertexts too", () => {
    const { resources, pendingOperations } = read(parsed(name));
    const added = newResource({
      urn: "urn:pulumi:dev::golden::a:b:C::new",
      type: "a:b:C",
      custom: false,
    });
    const after = JSON.stringify(written({ resources: [...resources, added], pendingOperations }, manifest));
    const texts = (parsed(name).checkpoint.latest.resources ?? []).map((one: object) => JSON.stringify(one));
    for (const text of texts) expect(after).toContain(text);
    expect(read(JSON.parse(after)).resources).toHaveLength(texts.length + 1);
  });

  it("shows no secret however it is printed", () => {
    expect(JSON.stringify(read(parsed(name)))).not.toContain("canary");
  });
});

it("takes over a compressed file, which stays as the backup", async () => {
  const backend = backendAt(join(folder, "compressed"));
  await writeStackFile(backend, "golden", "other", parsed("empty"));
  const { state } = stackPaths(backend, "golden", "dev");
  const compressed = gzipSync(JSON.stringify(parsed("secrets")));
  writeFileSync(`${state}.gz`, compressed);
  const deployment = await readStackFile(backend, "golden", "dev");
  expect(deployment?.json).toEqual(parsed("secrets").checkpoint.latest);
  await writeStackFile(backend, "golden", "dev", parsed("components"));
  expect((await readStackFile(backend, "golden", "dev"))?.json.resources).toHaveLength(7);
  expect(readFileSync(`${state}.gz.bak`)).toEqual(compressed);
});
