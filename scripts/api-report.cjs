// The public names of the package with their signatures, from the declarations that the compiler writes to build: one report for each
// export, which a review reads and a test compares.
const { existsSync, readFileSync } = require("node:fs");
const { join, dirname, normalize } = require("node:path");
const ts = require("typescript");

const build = join(__dirname, "../build");
const { name: packageName, exports: entries } = require("../package.json");
const printer = ts.createPrinter({ removeComments: true });

/** The reports by the names of their files. */
exports.apiReports = () =>
  new Map(
    Object.entries(entries).flatMap(([path, entry]) =>
      typeof entry === "string"
        ? []
        : [[`${path === "." ? "index" : path.slice(2)}.md`, reportOf(path, entry.types)]],
    ),
  );

function reportOf(path, types) {
  const exported = [...exportsOf(normalize(types).replace(/^dist\//, ""))].filter(
    ([, { nodes }]) => nodes.length > 0,
  );
  const isExported = new Set(exported.flatMap(([, { nodes }]) => nodes));
  const others = new Map();
  for (const node of isExported) addNamed(node, isExported, others);
  const texts = exported.map(([name, { nodes, isType }]) => [
    name,
    nodes.map((node) => textOf(node, name, isType)),
  ]);
  return [
    `# API of \`${join(packageName, path)}\`\n`,
    "Made by `npm run generate`. A difference in this file is a change that users see.\n",
    section("Exports", texts),
    section(
      "Types that they name, and that cannot be imported",
      [...others].map(([node, name]) => [name, [textOf(node, name, false)]]),
    ),
  ].join("\n");
}

function section(title, named) {
  const sorted = named.sort(([one], [other]) => (one < other ? -1 : 1));
  const text = sorted.flatMap(([, texts]) => texts).join("\n");
  return text === "" ? "" : `## ${title}\n\n\`\`\`ts\n${text}\n\`\`\`\n`;
}

/** The declarations of each name that a file exports, and whether only a type is exported. */
function exportsOf(file) {
  const found = new Map();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) addExported(statement, file, found);
    else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      for (const [name, node] of declarationsIn(statement))
        found.set(name, { nodes: [...(found.get(name)?.nodes ?? []), node], isType: false });
  }
  return found;
}

function addExported({ exportClause, isTypeOnly, moduleSpecifier }, file, found) {
  const target = moduleSpecifier && resolve(file, moduleSpecifier.text);
  if (moduleSpecifier && !target) return;
  const add = (name, nodes, isType) =>
    found.set(name, { nodes: isType ? nodes.filter(hasType) : nodes, isType });
  if (!exportClause)
    for (const [name, { nodes, isType }] of exportsOf(target)) add(name, nodes, isType || isTypeOnly);
  else if (ts.isNamedExports(exportClause))
    for (const { name, propertyName = name, isTypeOnly: isType } of exportClause.elements) {
      const nodes = target
        ? exportsOf(target).get(propertyName.text)?.nodes
        : resolveName(file, propertyName.text);
      if (nodes) add(name.text, nodes, isType || isTypeOnly);
    }
}

function hasType(node) {
  return !ts.isFunctionDeclaration(node) && !ts.isVariableDeclaration(node);
}

/** The types of this package that a declaration names and that are not exported, and those that they name. */
function addNamed(node, isExported, others) {
  const file = node.getSourceFile().fileName;
  const visit = (child) => {
    const name = namedBy(child);
    for (const target of name === undefined ? [] : (resolveName(file, name) ?? [])) {
      if (isExported.has(target) || others.has(target)) continue;
      others.set(target, target.name?.text ?? name);
      addNamed(target, isExported, others);
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
}

/** The name of a type or value that a node refers to: that of a namespace, if it is qualified. */
function namedBy(node) {
  let name;
  if (ts.isTypeReferenceNode(node)) name = node.typeName;
  else if (ts.isTypeQueryNode(node)) name = node.exprName;
  else if (ts.isExpressionWithTypeArguments(node)) name = node.expression;
  while (name && ts.isQualifiedName(name)) name = name.left;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** What a name means at the top of a file. Undefined: a parameter, or something of another package. */
function resolveName(file, name) {
  const nodes = [];
  for (const statement of sourceOf(file).statements) {
    if (ts.isImportDeclaration(statement)) {
      const target = resolve(file, statement.moduleSpecifier.text);
      const bindings = statement.importClause?.namedBindings;
      if (!target || !bindings || !ts.isNamedImports(bindings)) continue;
      const imported = bindings.elements.find((element) => element.name.text === name);
      if (imported) return exportsOf(target).get((imported.propertyName ?? imported.name).text)?.nodes;
    }
    for (const [declared, node] of declarationsIn(statement)) if (declared === name) nodes.push(node);
  }
  return nodes.length > 0 ? nodes : undefined;
}

function declarationsIn(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((one) => [one.name.text, one]);
  return statement.name ? [[statement.name.text, statement]] : [];
}

function textOf(node, name, isType) {
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  const declared = ts.isVariableDeclaration(node)
    ? `const ${text};`
    : text.replace(/^(export )?(declare )?/, "");
  const own = node.name?.text;
  return [
    ...(isType && ts.isClassDeclaration(node) ? ["// as a type"] : []),
    ...(own === undefined || own === name ? [] : [`// exported as ${name}`]),
    declared,
  ].join("\n");
}

function resolve(from, path) {
  if (!path.startsWith(".")) return undefined;
  const target = join(dirname(from), path);
  return [`${target}.d.ts`, join(target, "index.d.ts")].find((file) => existsSync(join(build, file)));
}

const sources = new Map();
function sourceOf(file) {
  const known = sources.get(file);
  if (known) return known;
  const text = readFileSync(join(build, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  sources.set(file, source);
  return source;
}
