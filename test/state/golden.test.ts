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

/** States of every kind that the CLI writes. The CLI exports each of them byte for byte. */
const golden = join(__dirname, "golden");
const names = readdirSync(golden).map((file) => file.replace(".json", ""));
const passphrase = "golden";
const folder = temporaryFolder();

const readGolden = (name: string) => JSON.parse(readFileSync(join(golden, `${name}.json`), "utf8"));

let secrets: PassphraseSecrets;
beforeAll(async () => {
  secrets = await openPassphrase(
    passphrase,
    readGolden("empty").checkpoint.latest.secrets_providers.state.salt,
  );
});

const read = (value: unknown) => readSnapshot(readEnvelope(value, "the state"), "the state", secrets);

function write(snapshot: Snapshot, manifest: { readonly time: string }) {
  const deployment = writeDeployment(snapshot, secrets.salt, manifest.time, (state) =>
    writeResource(state, secrets),
  );
  return writeCheckpoint("golden", "dev", { ...deployment, manifest });
}

describe.each(names)("the golden state %s", (name) => {
  const { manifest } = readGolden(name).checkpoint.latest;

  it("is written byte for byte as it was read if nothing changed", () => {
    const before = JSON.stringify(readGolden(name));
    expect(JSON.stringify(write(read(readGolden(name)), manifest))).toBe(before);
  });

  it("keeps every byte of unchanged resources, including ciphertexts, when a resource is added", () => {
    const { resources, pendingOperations } = read(readGolden(name));
    const added = newResource({
      urn: "urn:pulumi:dev::golden::a:b:C::new",
      type: "a:b:C",
      custom: false,
    });
    const after = JSON.stringify(write({ resources: [...resources, added], pendingOperations }, manifest));
    const texts = (readGolden(name).checkpoint.latest.resources ?? []).map((one: object) =>
      JSON.stringify(one),
    );
    for (const text of texts) expect(after).toContain(text);
    expect(read(JSON.parse(after)).resources).toHaveLength(texts.length + 1);
  });

  it("prints no secret", () => {
    expect(JSON.stringify(read(readGolden(name)))).not.toContain("canary");
  });
});

it("replaces a compressed file and keeps it as the backup", async () => {
  const backend = backendAt(join(folder, "compressed"));
  await writeStackFile(backend, "golden", "other", readGolden("empty"));
  const { state } = stackPaths(backend, "golden", "dev");
  const compressed = gzipSync(JSON.stringify(readGolden("secrets")));
  writeFileSync(`${state}.gz`, compressed);
  const deployment = await readStackFile(backend, "golden", "dev");
  expect(deployment?.json).toEqual(readGolden("secrets").checkpoint.latest);
  await writeStackFile(backend, "golden", "dev", readGolden("components"));
  expect((await readStackFile(backend, "golden", "dev"))?.json.resources).toHaveLength(7);
  expect(readFileSync(`${state}.gz.bak`)).toEqual(compressed);
});
