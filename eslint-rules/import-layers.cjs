const { dirname, relative, resolve, sep } = require("node:path");

/**
 * Refuses an import that the layers below the folder `source` do not allow. An import that is not listed is refused.
 * @param {string} source
 * @param {Record<string, { layers: string[], packages: string[], folders?: string[] }>} layers what each layer may import. A file in one of
 * its `folders` must not import from a later one.
 */
exports.importLayers = (source, layers) => ({
  meta: {
    type: "problem",
    schema: [],
    messages: { import: "{{from}} must not import {{to}} (see docs/architecture.md)." },
  },
  create(context) {
    const [from, folder] = segmentsOf(source, context.filename);
    const { folders = [], ...allowed } = layers[from] ?? { layers: [], packages: [] };
    const report = (node, [one, other]) =>
      context.report({ node, messageId: "import", data: { from: one, to: other } });
    const checkFolder = (node, target) => {
      if (folders.includes(folder) && folders.indexOf(target) > folders.indexOf(folder))
        report(node, [`${from}/${folder}`, `${from}/${target}`]);
    };
    const check = (node, target) => {
      if (typeof target !== "string" || target.startsWith("node:")) return;
      if (!target.startsWith(".")) {
        if (!allowed.packages.includes(packageOf(target))) report(node, [from, packageOf(target)]);
        return;
      }
      const [to, toFolder] = segmentsOf(source, resolve(dirname(context.filename), target));
      if (to === from) checkFolder(node, toFolder);
      else if (!allowed.layers.includes(to)) report(node, [from, to]);
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

/** The layer of a file, and the folder or file within it. */
function segmentsOf(source, path) {
  const [layer, inner] = relative(source, path).split(sep);
  return [layer.replace(/\.ts$/, ""), inner];
}

/** `@scope/name/path` → `@scope/name`. */
function packageOf(target) {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}
