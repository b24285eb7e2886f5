import {
  isList,
  isMap,
  type PropertyMap,
  type PropertyValue,
  Secret,
  signatureKey,
  signatures,
} from "../../state";
import type { ProviderPort } from "./provider-port";

/**
 * The provider sees the content of an asset when it checks, creates and updates; elsewhere its hash alone, as the CLI
 * does it. What a read gives back gets its content again, by the hash.
 */
export function withElidedAssets(provider: ProviderPort): ProviderPort {
  return {
    configure: (configuration) => provider.configure(configuration),
    check: (request) => provider.check(request),
    create: (request) => provider.create(request),
    diff: (request) =>
      provider.diff({
        ...request,
        oldInputs: elided(request.oldInputs),
        oldOutputs: elided(request.oldOutputs),
        newInputs: elided(request.newInputs),
      }),
    update: (request) =>
      provider.update({
        ...request,
        oldInputs: elided(request.oldInputs),
        oldOutputs: elided(request.oldOutputs),
      }),
    delete: (request) =>
      provider.delete({ ...request, inputs: elided(request.inputs), outputs: elided(request.outputs) }),
    read: async (request) => {
      const answer = await provider.read({
        ...request,
        inputs: elided(request.inputs),
        outputs: elided(request.outputs),
      });
      const known = new Map(assetsIn(request.inputs).map((asset) => [asset.hash, asset]));
      if (known.size === 0) return answer;
      const restore = (map: PropertyMap) => mapAssets(map, (asset) => known.get(asset.hash) ?? asset);
      return {
        ...answer,
        outputs: restore(answer.outputs),
        ...(answer.inputs && { inputs: restore(answer.inputs) }),
      };
    },
  };
}

function elided(map: PropertyMap): PropertyMap {
  return mapAssets(map, (asset) => ({
    [signatureKey]: signatures.asset,
    ...(asset.hash !== undefined && { hash: asset.hash }),
  }));
}

function mapAssets(map: PropertyMap, change: (asset: PropertyMap) => PropertyMap): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, mapAsset(value, change)]));
}

function mapAsset(value: PropertyValue, change: (asset: PropertyMap) => PropertyMap): PropertyValue {
  if (value instanceof Secret) return new Secret(mapAsset(value.reveal(), change));
  if (isList(value)) return value.map((item) => mapAsset(item, change));
  if (!isMap(value)) return value;
  return isAsset(value) ? change(value) : mapAssets(value, change);
}

function assetsIn(value: PropertyValue): readonly PropertyMap[] {
  if (value instanceof Secret) return assetsIn(value.reveal());
  if (isList(value)) return value.flatMap(assetsIn);
  if (!isMap(value)) return [];
  return isAsset(value) ? [value] : Object.values(value).flatMap(assetsIn);
}

function isAsset(value: PropertyMap): boolean {
  return value[signatureKey] === signatures.asset;
}
