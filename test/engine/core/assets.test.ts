import type { ProviderPort } from "../../../src/engine/core";
import { withElidedAssets } from "../../../src/engine/core/assets";
import { type PropertyMap, Secret, signatureKey, signatures } from "../../../src/state";

const asset = (hash: string, text?: string): PropertyMap => ({
  [signatureKey]: signatures.asset,
  hash,
  ...(text !== undefined && { text }),
});

const full = { file: asset("1", "hello"), plain: "x", list: [new Secret({ deep: asset("2", "world") })] };
const elided = { file: asset("1"), plain: "x", list: [new Secret({ deep: asset("2") })] };

/** A provider that records its requests and returns `read` for reads. */
function recording(read: Awaited<ReturnType<ProviderPort["read"]>> = { id: "7", outputs: {} }) {
  const requests: unknown[] = [];
  const record =
    <Result>(result: Result) =>
    async (request: unknown) => {
      requests.push(request);
      return result;
    };
  const provider: ProviderPort = {
    configure: record(undefined),
    check: record({ inputs: {}, failures: [] }),
    diff: record({ changes: false, replaces: [], deleteBeforeReplace: false }),
    create: record({ id: "7", outputs: {} }),
    update: record({ id: "7", outputs: {} }),
    delete: record({ alreadyDeleted: false }),
    read: record(read),
  };
  return { provider: withElidedAssets(provider), requests };
}

const common = { urn: "urn", provider: "", id: "7" };

describe("the content of assets", () => {
  it("is sent with check, create and the new inputs of an update", async () => {
    const { provider, requests } = recording();
    await provider.configure(full);
    await provider.check({ ...common, olds: full, news: full });
    await provider.create({ ...common, inputs: full });
    expect(requests).toEqual([full, { ...common, olds: full, news: full }, { ...common, inputs: full }]);
  });

  it("is replaced by its hash, at any depth, in the values that diff, update, delete and read compare with", async () => {
    const { provider, requests } = recording();
    const change = { ...common, oldInputs: full, oldOutputs: full, newInputs: full, ignoreChanges: [] };
    await provider.diff(change);
    await provider.update(change);
    await provider.delete({ ...common, inputs: full, outputs: full });
    await provider.read({ ...common, inputs: full, outputs: full });
    const sent = { ...change, oldInputs: elided, oldOutputs: elided };
    expect(requests).toEqual([
      { ...sent, newInputs: elided },
      { ...sent, newInputs: full },
      { ...common, inputs: elided, outputs: elided },
      { ...common, inputs: elided, outputs: elided },
    ]);
  });

  it("is restored in the result of a read, by its hash", async () => {
    const returned = { ...elided, other: asset("3") };
    const { provider } = recording({ id: "7", inputs: returned, outputs: returned });
    const result = await provider.read({ ...common, inputs: full, outputs: {} });
    expect(result).toEqual({
      id: "7",
      inputs: { ...full, other: asset("3") },
      outputs: { ...full, other: asset("3") },
    });
  });

  it("adds no inputs to a read that returns none", async () => {
    const { provider } = recording({ id: "7", outputs: elided });
    const result = await provider.read({ ...common, inputs: full, outputs: {} });
    expect(result).toEqual({ id: "7", outputs: full });
    expect("inputs" in result).toBe(false);
  });

  it("is dropped from an asset without a hash, and no empty hash is added", async () => {
    const { provider, requests } = recording();
    const without = { file: { [signatureKey]: signatures.asset, text: "hello" } };
    await provider.delete({ ...common, inputs: without, outputs: {} });
    expect(requests).toStrictEqual([
      { ...common, inputs: { file: { [signatureKey]: signatures.asset } }, outputs: {} },
    ]);
  });
});
