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
 * Like the CLI, sends the content of assets only with check, create and update, and otherwise just their hash. Restores the content of
 * assets returned by a read, by their hash.
 */
export function withElidedAssets(provider: ProviderPort): ProviderPort {
  return {
    configure: (configuration) => provider.configure(configuration),
    check: (request) => provider.check(request),
    create: (request) => provider.create(request),
    diff: (request) =>
      provider.diff({
        ...request,
        oldInputs: withoutContent(request.oldInputs),
        oldOutputs: withoutContent(request.oldOutputs),
        newInputs: withoutContent(request.newInputs),
      }),
    update: (request) =>
      provider.update({
        ...request,
        oldInputs: withoutContent(request.oldInputs),
        oldOutputs: withoutContent(request.oldOutputs),
      }),
    delete: (request) =>
      provider.delete({
        ...request,
        inputs: withoutContent(request.inputs),
        outputs: withoutContent(request.outputs),
      }),
    read: async (request) => {
      const result = await provider.read({
        ...request,
        inputs: withoutContent(request.inputs),
        outputs: withoutContent(request.outputs),
      });
      const known = new Map(assetsIn(request.inputs).map((asset) => [asset.hash, asset]));
      if (known.size === 0) return result;
      const restore = (map: PropertyMap) => mapAssets(map, (asset) => known.get(asset.hash) ?? asset);
      return {
        ...result,
        outputs: restore(result.outputs),
        ...(result.inputs && { inputs: restore(result.inputs) }),
      };
    },
  };
}

function withoutContent(map: PropertyMap): PropertyMap {
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
