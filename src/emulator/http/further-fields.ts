import type { z } from "zod";
import { fieldsOf, itemOf, unwrap } from "../../contract";
import { isRecord } from "../../unknown";
import type { Settings } from "../types.generated";

/** Fields that live services return and the interface does not define, by the name of the shape in the OpenAPI document. */
const furtherFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Account: { billing_source: "external" },
  Backup: { available: true },
  BackupService: { available: false },
  Image: { capabilities: ["cloud-init"], is_shared: false, regions: [], tags: [], total_size: 0 },
  Instance: {
    capabilities: ["SMTP Enabled"],
    disk_encryption: "disabled",
    has_user_data: false,
    host_uuid: "3a3ddd59d9a78bb8de041391075df44de62bfec8",
    lke_cluster_id: null,
    placement_group: null,
    site_type: "core",
  },
  Invoice: { billing_source: "external", tax_summary: [] },
  InvoiceItem: { region: null },
  Login: { status: "successful" },
  Region: { placement_group_limits: { maximum_pgs_per_customer: 5 }, site_type: "core" },
  Specs: { accelerated_devices: 0, gpus: 0 },
};

/** Names of the further fields of one object. */
export function furtherFieldNames(schema: z.ZodType): readonly string[] {
  return Object.keys(furtherFields[shapeName(schema)] ?? {});
}

/** Adds the further fields to a response body, if the settings say so. */
export type AddFurtherFields = (body: unknown, settings: Settings) => unknown;

/** Prepares a function that adds the further fields to bodies of a schema, in every object at any depth. */
export function addFurtherFieldsTo(schema: z.ZodType): AddFurtherFields {
  const add = addTo(schema);
  return (body, { furtherFields: areShown }) => (add && areShown ? add(body) : body);
}

/** Undefined if bodies of this schema have no further fields. */
function addTo(schema: z.ZodType): ((body: unknown) => unknown) | undefined {
  const item = itemOf(schema);
  const addToItem = item && addTo(item);
  if (addToItem) return (body) => (Array.isArray(body) ? body.map(addToItem) : body);
  const own = furtherFields[shapeName(schema)];
  const nested = fieldsOf(schema).flatMap((field) => {
    const add = addTo(field.schema);
    return add ? [{ name: field.name, add }] : [];
  });
  if (!own && nested.length === 0) return undefined;
  return (body) => {
    if (!isRecord(body)) return body;
    const added: Record<string, unknown> = { ...body, ...own };
    for (const { name, add } of nested) added[name] = add(added[name]);
    return added;
  };
}

function shapeName(schema: z.ZodType): string {
  return unwrap(schema).meta.id ?? "";
}
