import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../../src/common-inputs";
import type { Definition, Fields } from "../../src/lifecycle";
import type { DeclarationOf } from "../../src/resources/declaration";

/** An object of a fictitious API. */
interface Disk {
  readonly id: number;
  readonly file_system: string;
  readonly status: string;
}

interface DiskInputs extends CommonInputs {
  readonly fileSystem?: string;
}

interface DiskResource extends pulumi.CustomResource {
  readonly diskId: pulumi.Output<number>;
  readonly fileSystem: pulumi.Output<string>;
  readonly status: pulumi.Output<string>;
  readonly key: pulumi.Output<string>;
}

type DiskDeclaration = DeclarationOf<DiskResource, DiskInputs, Disk, readonly ["key"]>;

const fields: Fields<DiskInputs, Disk, "settings"> = {
  adopt: { change: "record" },
  timeouts: { change: "record", default: {} },
  fileSystem: { change: "replace", secret: true, live: (disk) => disk.file_system },
};
const outputs = {
  diskId: "numeric id",
  fileSystem: "stable",
  status: "changing",
  key: "kept secret",
} as const;
const declaration: DiskDeclaration = {
  ...{ type: "Image", fields, outputs },
  keptSecrets: ["key"],
};

/** The checks here happen at compile time: TypeScript reports an expected error that does not occur. */
describe("the compiler", () => {
  const { adopt, timeouts } = fields;
  const { key, status, ...others } = outputs;

  it("rejects an argument without a field", () => {
    // @ts-expect-error fileSystem has no field
    ({ adopt, timeouts }) satisfies DiskDeclaration["fields"];
  });

  it("rejects an argument without a shape", () => {
    // @ts-expect-error file_system has no shape
    ({ adopt: {} }) satisfies { [K in keyof Definition<DiskInputs, Disk, never>["body"]["shape"]]: unknown };
  });

  it("rejects an output without a kind", () => {
    // @ts-expect-error status has no kind
    ({ ...others, key }) satisfies DiskDeclaration["outputs"];
  });

  it("rejects an output that is kept secret and not declared as such", () => {
    // @ts-expect-error key is not the id
    ({ ...others, status, key: "id" }) satisfies DiskDeclaration["outputs"];
    // @ts-expect-error key is missing
    [] satisfies DiskDeclaration["keptSecrets"];
  });

  it("rejects a class without an output for a field of the object", () => {
    // @ts-expect-error the class has no output size
    type WithSize = DeclarationOf<DiskResource, DiskInputs, Disk & { readonly size: number }>;
    expect<WithSize | DiskDeclaration>(declaration).toBeDefined();
  });
});
