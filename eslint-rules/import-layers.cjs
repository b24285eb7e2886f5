const { dirname, relative, resolve, sep } = require("node:path");

/**
 * Refuses an import that the layers below the folder `source` do not allow. An import that is not listed is refused.
 * @param {string} source
 * @param {Record<string, { layers: string[], packages: string[] }>} layers what each layer may import
 */
exports.importLayers = (source, layers) => ({
  meta: {
    type: "problem",
    schema: [],
    messages: { layer: "{{from}} must not import {{to}} (see docs/architecture.md)." },
  },
  create(context) {
    const from = layerOf(source, context.filename);
    const allowed = layers[from] ?? { layers: [], packages: [] };
    const check = (node, target) => {
      if (typeof target !== "string" || target.startsWith("node:")) return;
      const isOwnFile = target.startsWith(".");
      const to = isOwnFile ? layerOf(source, resolve(dirname(context.filename), target)) : packageOf(target);
      if (isOwnFile ? to === from || allowed.layers.includes(to) : allowed.packages.includes(to)) return;
      context.report({ node, messageId: "layer", data: { from, to } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value ?? node.argument?.literal?.value),
    };
  },
});

function layerOf(source, path) {
  return relative(source, path).split(sep)[0].replace(/\.ts$/, "");
}

/** `@scope/name/path` → `@scope/name`. */
function packageOf(target) {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}
