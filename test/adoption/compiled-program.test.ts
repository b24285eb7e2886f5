import { join, resolve } from "node:path";
import {
  createProgram,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from "typescript";
import { type Survey, writeAdoption } from "../../src/adoption";
import { createClient } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import type { CommonInputs } from "../../src/common-inputs";
import type { Definition } from "../../src/lifecycle/definition";
import type { InspectedObject } from "../../src/lifecycle/inspector";
import { adoptionOf } from "../../src/lifecycle/values/adoption";
import { inputProblems } from "../../src/lifecycle/values/inputs";
import { backupScheduleDefinition } from "../../src/resources/backup-schedule.lifecycle";
import { imageDefinition } from "../../src/resources/image.lifecycle";
import { instanceDefinition } from "../../src/resources/instance.lifecycle";
import { oauthClientDefinition } from "../../src/resources/oauth-client.lifecycle";
import { paymentMethodDefinition } from "../../src/resources/payment-method.lifecycle";
import type { ResourceClass } from "../../src/resources/resource-class";
import { resourceTypes } from "../../src/resources/resource-types";
import { hostWithFiles } from "../compiler-host";
import { withoutAdopt } from "./written-program";

const root = resolve(__dirname, "../..");
const settings = { baseUrl: "https://host/v4", brand: "node", token: "the-token" };
const services = { client: createClient(settings), clock: new VirtualClock() };

/** An object of a class, and what is wrong with its declaration in a program without `adopt`. */
function objectOf<I extends CommonInputs, Live, Step extends string>(
  type: ResourceClass,
  definition: Definition<I, Live, Step>,
  id: string,
  live: Live,
) {
  const adoption = adoptionOf(definition, id, live);
  const object: Partial<InspectedObject> = {
    ...{ id, label: definition.labelOf?.(live) ?? undefined },
    adoption: () => adoption,
  };
  return {
    adoptable: {
      type,
      inspector: resourceTypes[type].inspector(services),
      object: object as InspectedObject,
    },
    problems: inputProblems(definition, adoption.args, false),
  };
}

/** Objects that lack what a create needs. */
const incomplete = [
  objectOf("PaymentMethod", paymentMethodDefinition, "1", {
    ...{ id: 1, type: "paypal", is_default: false, created: "2022-03-21T09:00:00", data: {} },
  }),
  objectOf("PaymentMethod", paymentMethodDefinition, "2", {
    ...{ id: 2, type: "google_pay", is_default: true, created: "2022-03-21T09:00:00", data: {} },
  }),
  objectOf("PaymentMethod", paymentMethodDefinition, "3", {
    ...{ id: 3, type: "credit_card", is_default: false, created: "2022-03-21T09:00:00", data: {} },
  }),
  objectOf("OAuthClient", oauthClientDefinition, "a1", {
    ...{ id: "a1", label: "", public: false, redirect_uri: "no URL", secret: "<REDACTED>" },
    ...{ status: "active", thumbnail_url: null },
  }),
  ...[null, "node/debian12"].map((image, at) =>
    objectOf("Instance", instanceDefinition, String(at + 1), {
      ...{ id: at + 1, label: "web", region: null, type: null, image, status: "running" },
    } as never),
  ),
  ...[
    { day: "Sunday", window: null },
    { day: null, window: "W2" },
  ].map((schedule, at) =>
    objectOf("BackupSchedule", backupScheduleDefinition, String(at + 1), {
      ...{ id: at + 1, enabled: true, last_successful: null, ...schedule },
    }),
  ),
  objectOf("Image", imageDefinition, "private/1", {
    ...{ id: "private/1", label: null, description: null, is_public: false, status: "available" },
  } as never),
];

const survey: Survey = {
  ...{ settings, adoptable: incomplete.map(({ adoptable }) => adoptable), omitted: [], stacks: [] },
  ...{ managed: 0, otherStacks: [], problems: [] },
};

/** What the compiler finds in a program, as if it were in this folder. */
function errorsIn(files: ReadonlyMap<string, string>): readonly string[] {
  const options = {
    ...{ target: ScriptTarget.ES2022, module: ModuleKind.CommonJS, noEmit: true, types: [] },
    ...{ moduleResolution: ModuleResolutionKind.Node10, ignoreDeprecations: "6.0" },
    ...{ strict: true, skipLibCheck: true },
    paths: { "pulumi-nodecloud": [join(root, "dist/index.d.ts")] },
  };
  const sources = new Map(
    [...files].filter(([name]) => name.endsWith(".ts")).map(([name, text]) => [join(__dirname, name), text]),
  );
  const program = createProgram([...sources.keys()], options, hostWithFiles(options, sources));
  return program
    .getSemanticDiagnostics()
    .map(({ file, messageText }) => `${file?.fileName}: ${flattenDiagnosticMessageText(messageText, " ")}`);
}

describe("the program that adopts objects without what a create needs", () => {
  const files = writeAdoption(survey, "/x/shop", "1.0.0");

  it("compiles, with `adopt` and without", () => {
    expect(errorsIn(files)).toEqual([]);
    const without = withoutAdopt(files);
    expect(without.get("payment-methods.ts")).toContain(
      'export const paymentMethod1 = new PaymentMethod("payment-method-1", {\n  card: undefined,\n});',
    );
    const wrong = 'import { Image } from "pulumi-nodecloud";\nnew Image("a", {});\n';
    expect(errorsIn(new Map([...without, ["wrong.ts", wrong]]))).toEqual([
      expect.stringMatching(/wrong\.ts: .*Property 'file' is missing/),
    ]);
  });

  it("names no argument without a value that the class does not require", () => {
    const text = [...files.values()].join("");
    const names = [...text.matchAll(/^ {2}(\w+): undefined,$/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([
      "card",
      "card",
      "day",
      "label",
      "label",
      "redirectUri",
      "region",
      "region",
      "type",
      "type",
      "window",
    ]);
  });

  it.each(incomplete.map(({ adoptable: { type, object }, problems }) => [type, object.id, problems]))(
    "is valid without `adopt`: %s %s",
    (_type, _id, problems) => {
      expect(problems).toEqual([]);
    },
  );
});
