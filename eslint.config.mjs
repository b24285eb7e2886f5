import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

const source = resolve(dirname(fileURLToPath(import.meta.url)), "src");

/**
 * Which room may look into which, and the packages each may load (docs/architecture.md). What is not listed is refused.
 */
const rooms = {
  contract: { rooms: ["unknown"], packages: ["zod"] },
  clock: { rooms: [], packages: [] },
  unknown: { rooms: [], packages: [] },
  files: { rooms: ["unknown"], packages: [] },
  likeness: { rooms: [], packages: [] },
  printable: { rooms: [], packages: [] },
  redaction: { rooms: [], packages: [] },
  client: { rooms: ["contract", "clock", "printable", "redaction", "unknown"], packages: ["axios", "zod"] },
  config: { rooms: ["client"], packages: ["@pulumi/pulumi"] },
  lifecycle: {
    rooms: ["client", "contract", "clock", "files", "likeness", "printable", "redaction", "unknown"],
    packages: ["zod"],
  },
  resources: {
    rooms: ["lifecycle", "client", "contract", "likeness", "lookups", "unknown"],
    packages: ["@pulumi/pulumi", "zod"],
  },
  lookups: { rooms: ["client", "config", "likeness", "unknown"], packages: ["@pulumi/pulumi"] },
  plugin: {
    rooms: ["lifecycle", "client", "clock", "contract", "files", "unknown"],
    packages: ["@pulumi/pulumi", "@grpc/grpc-js", "yaml"],
  },
  provider: {
    rooms: ["resources", "config", "client", "clock", "lifecycle", "plugin", "unknown"],
    packages: ["@pulumi/pulumi"],
  },
  index: { rooms: ["resources", "lookups", "client"], packages: [] },
  emulator: {
    rooms: ["contract", "clock", "files", "likeness", "unknown"],
    packages: ["hono", "@hono/node-server", "zod"],
  },
  state: { rooms: ["clock", "files", "likeness", "unknown"], packages: ["yaml"] },
  engine: {
    rooms: ["state", "clock", "printable", "redaction", "unknown"],
    packages: ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf", "yaml"],
  },
  testing: {
    rooms: ["emulator", "engine", "client", "clock", "lifecycle", "plugin", "resources", "state"],
    packages: [],
  },
  cli: {
    rooms: [
      "emulator",
      "engine",
      "state",
      "clock",
      "client",
      "config",
      "contract",
      "files",
      "likeness",
      "plugin",
      "printable",
      "unknown",
    ],
    packages: ["commander", "@clack/prompts"],
  },
};

const importArrows = {
  meta: {
    type: "problem",
    schema: [],
    messages: { arrow: "{{from}} must not import {{to}} (see docs/architecture.md)." },
  },
  create(context) {
    const path = relative(source, context.filename);
    const from = path.split(sep)[0].replace(/\.ts$/, "");
    const allowed = rooms[from];
    const check = (node, target) => {
      if (typeof target !== "string" || target.startsWith("node:")) return;
      if (!allowed) return context.report({ node, messageId: "arrow", data: { from, to: target } });
      if (!target.startsWith(".")) {
        const name = target
          .split("/")
          .slice(0, target.startsWith("@") ? 2 : 1)
          .join("/");
        if (!allowed.packages.includes(name))
          context.report({ node, messageId: "arrow", data: { from, to: name } });
        return;
      }
      const to = relative(source, resolve(dirname(context.filename), target)).split(sep)[0];
      if (to !== from && !allowed.rooms.includes(to))
        context.report({ node, messageId: "arrow", data: { from, to } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value ?? node.argument?.literal?.value),
    };
  },
};

/** Time and chance come in through src/clock.ts only. */
const timeAndChance = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Take a Clock.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: "Take a Clock.",
  },
  { selector: "CallExpression[callee.name=/^(setTimeout|setInterval)$/]", message: "Take a Clock." },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Take a Clock." },
  {
    selector: "TSAsExpression:not([typeAnnotation.typeName.name='const'])",
    message: "Parse at the edge and let types carry the rules.",
  },
];

export default tseslint.config(
  { ignores: ["dist/**", "node_modules/**", "coverage/**", "**/*.generated.ts"] },
  {
    files: ["src/**/*.ts"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { "@typescript-eslint": tseslint.plugin, local: { rules: { "import-arrows": importArrows } } },
    rules: {
      "local/import-arrows": "error",
      "no-restricted-syntax": ["error", ...timeAndChance],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: ["src/clock.ts"], rules: { "no-restricted-syntax": "off" } },
);
