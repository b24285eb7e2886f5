import type { Control } from "../../src/emulator";
import { type External, isType } from "./history";

type ExternalChange = Parameters<Control["externalChange"]>[0];

/**
 * A change that somebody else makes to an object, such as `Instance 1`. If objects of its type have no change of this kind, it is of another
 * kind: payment methods can only be deleted, or lose the role of the default to payment method 1.
 */
export function externalChange(object: string, kind: External["kind"]): ExternalChange {
  const [type, id = ""] = object.split(/ (.*)/s);
  if (!isType(type) || type === "BackupSchedule") throw new Error(`${object} is not an object.`);
  switch (type) {
    case "Instance":
      return instanceChange(Number(id), kind);
    case "Image":
      if (kind === "delete") return { kind: "image_delete", imageId: id };
      return {
        ...{ kind: "image_change", imageId: id },
        patch: kind === "label" ? { label: "Renamed" } : { description: "changed" },
      };
    case "OAuthClient":
      if (kind === "delete") return { kind: "oauth_client_delete", clientId: id };
      return { kind: "oauth_client_change", clientId: id, patch: clientPatch(kind) };
    case "PaymentMethod":
      if (kind === "delete") return { kind: "payment_method_delete", paymentMethodId: Number(id) };
      return { kind: "payment_method_change", paymentMethodId: 1, patch: { is_default: true } };
  }
}

function instanceChange(instanceId: number, kind: External["kind"]): ExternalChange {
  const patchOf = {
    label: { label: `renamed-${instanceId}` },
    status: { status: "offline" },
    settings: { tags: ["changed"], group: "changed" },
  };
  return kind === "delete"
    ? { kind: "instance_delete", instanceId }
    : { kind: "instance_change", instanceId, patch: patchOf[kind] };
}

function clientPatch(kind: External["kind"]) {
  if (kind === "label") return { label: "Renamed" };
  return kind === "status" ? { public: true } : { redirect_uri: "https://changed.example/" };
}
