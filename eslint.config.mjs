import { resolve } from "node:path";
import * as parser from "@typescript-eslint/parser";
import { importCycles } from "./eslint-rules/import-cycles.cjs";
import { importLayers } from "./eslint-rules/import-layers.cjs";

const source = resolve(import.meta.dirname, "src");

/**
 * What each folder or file of src may import: other layers and packages (docs/architecture.md). What is not listed is refused. A file in one
 * of the `folders` of a layer imports nothing from the later ones.
 */
const layers = {
  contract: { layers: ["unknown"], packages: ["zod"] },
  clock: { layers: [], packages: [] },
  "common-inputs": { layers: [], packages: [] },
  unknown: { layers: [], packages: [] },
  "option-rules": { layers: ["unknown"], packages: [] },
  semaphore: { layers: [], packages: [] },
  "backend-address": { layers: ["unknown"], packages: [] },
  files: { layers: ["unknown"], packages: [] },
  "shell-word": { layers: [], packages: [] },
  "similar-words": { layers: [], packages: [] },
  "group-by": { layers: [], packages: [] },
  "unresolved-id": { layers: [], packages: [] },
  printable: { layers: [], packages: [] },
  "program-text": { layers: [], packages: [] },
  "type-text": { layers: [], packages: ["zod"] },
  redaction: { layers: [], packages: [] },
  client: {
    layers: ["contract", "clock", "files", "option-rules", "printable", "redaction", "type-text", "unknown"],
    packages: ["axios", "zod"],
  },
  config: { layers: ["client"], packages: ["@pulumi/pulumi"] },
  lifecycle: {
    layers: [
      "client",
      "contract",
      "clock",
      "common-inputs",
      "files",
      "group-by",
      "similar-words",
      "printable",
      "redaction",
      "shell-word",
      "short-hash",
      "unknown",
      "unresolved-id",
    ],
    packages: ["zod"],
    folders: ["identity", "values", "records", "objects", "creates", "operations"],
  },
  resources: {
    layers: [
      "lifecycle",
      "client",
      "common-inputs",
      "config",
      "contract",
      "similar-words",
      "lookups",
      "unknown",
      "unresolved-id",
    ],
    packages: ["@pulumi/pulumi", "zod"],
  },
  lookups: {
    layers: ["client", "clock", "config", "similar-words", "unknown"],
    packages: ["@pulumi/pulumi"],
  },
  plugin: {
    layers: ["lifecycle", "backend-address", "client", "clock", "contract", "files", "short-hash", "unknown"],
    packages: ["@pulumi/pulumi", "@grpc/grpc-js", "yaml"],
  },
  provider: {
    layers: ["resources", "config", "client", "clock", "lifecycle", "plugin", "unknown"],
    packages: ["@pulumi/pulumi"],
  },
  index: { layers: ["resources", "lookups", "client"], packages: [] },
  emulator: {
    layers: [
      "contract",
      "clock",
      "files",
      "group-by",
      "option-rules",
      "semaphore",
      "similar-words",
      "type-text",
      "unknown",
    ],
    packages: ["hono", "@hono/node-server", "zod"],
  },
  // The only file of the emulator that the console's page imports declares the messages that it reads. That file imports only types.
  console: { layers: ["emulator", "shell-word", "unknown"], packages: [] },
  state: {
    layers: ["backend-address", "clock", "files", "similar-words", "unknown", "unresolved-id"],
    packages: ["yaml"],
  },
  engine: {
    layers: ["state", "clock", "printable", "redaction", "semaphore", "shell-word", "unknown"],
    packages: ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf", "yaml"],
  },
  drift: {
    layers: [
      "resources",
      "lifecycle",
      "client",
      "config",
      "contract",
      "option-rules",
      "state",
      "plugin",
      "clock",
      "files",
      "group-by",
      "printable",
      "program-text",
      "redaction",
      "semaphore",
      "shell-word",
      "similar-words",
      "type-text",
      "unknown",
    ],
    packages: ["zod", "yaml"],
  },
  adoption: {
    layers: [
      "drift",
      "resources",
      "lifecycle",
      "config",
      "clock",
      "group-by",
      "printable",
      "program-text",
      "unknown",
    ],
    packages: [],
  },
  recovery: {
    layers: [
      "drift",
      "engine",
      "plugin",
      "resources",
      "lifecycle",
      "client",
      "config",
      "state",
      "clock",
      "group-by",
      "semaphore",
      "unknown",
    ],
    packages: [],
  },
  testing: {
    layers: ["emulator", "engine", "client", "clock", "lifecycle", "plugin", "resources", "state"],
    packages: [],
  },
  "program-testing": {
    layers: ["testing", "emulator", "engine", "lookups", "option-rules", "state", "clock", "unknown"],
    packages: ["@pulumi/pulumi"],
  },
  reference: {
    layers: ["resources", "client", "config", "contract", "state"],
    packages: ["typescript", "zod"],
  },
  cli: {
    layers: [
      "emulator",
      "engine",
      "drift",
      "adoption",
      "recovery",
      "state",
      "clock",
      "client",
      "config",
      "contract",
      "files",
      "group-by",
      "shell-word",
      "similar-words",
      "plugin",
      "printable",
      "unknown",
    ],
    packages: ["commander", "@clack/prompts"],
  },
};

const takeClock = "Take a Clock (src/clock.ts), so that tests run on a virtual one.";

const restrictedSyntax = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: takeClock },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: takeClock,
  },
  { selector: "CallExpression[callee.name=/^(setTimeout|setInterval)$/]", message: takeClock },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: takeClock },
  {
    selector: "TSAsExpression:not([typeAnnotation.typeName.name='const'])",
    message: "Parse the value where it comes in, or make the types follow from it.",
  },
  {
    selector: ":matches(TSParameterProperty, PropertyDefinition, MethodDefinition)[accessibility='private']",
    message: "Use a #private member.",
  },
];

/** The rules that need types are in .oxlintrc.json: oxlint checks them in a fifth of the time. */
export default [
  { ignores: ["**/dist/**", "node_modules/**", "coverage/**", "**/*.generated.ts"] },
  {
    files: ["src/**/*.ts"],
    languageOptions: { parser },
    plugins: {
      local: { rules: { "import-layers": importLayers(source, layers), "import-cycles": importCycles } },
    },
    rules: {
      "local/import-layers": "error",
      "local/import-cycles": "error",
      "no-restricted-syntax": ["error", ...restrictedSyntax],
    },
  },
  { files: ["src/clock.ts", "src/console/page/page-clock.ts"], rules: { "no-restricted-syntax": "off" } },
];
