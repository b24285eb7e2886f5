import { type Args, limits, type Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { forbidden, type InputErrors } from "../../service-error";
import type { BackupRecord, ImageRecord, TypeRecord } from "../../world/records";
import { grantOn } from "../account/grants";
import { findImage } from "../images/image-ids";
import { totalSize } from "./disks";
import { passwordProblem } from "./password";

export type CreateBody = Args<Operations["instances"]["create"]>;

/** The source that an instance is created from. */
export interface Sources {
  readonly image: ImageRecord | undefined;
  readonly backup: BackupRecord | undefined;
}

/** Finds the image and the backup that the body names. Adds everything that section 2.1 forbids about them to the errors. */
export function sourcesOf(
  service: Service,
  caller: Caller,
  body: CreateBody,
  specs: TypeRecord["specs"],
  errors: InputErrors,
): Sources {
  const image = body.image === undefined ? undefined : usableImage(service, caller, body.image, errors);
  const backup =
    body.backup_id === undefined ? undefined : usableBackup(service, caller, body.backup_id, errors);
  if (body.image !== undefined && body.backup_id !== undefined) {
    errors.add("backup_id", "backup_id cannot be given together with image");
  }
  if (needsRootPass(service, body) && body.root_pass === undefined) {
    errors.add("root_pass", "root_pass is required");
  }
  const passwordError = body.root_pass === undefined ? undefined : passwordProblem(service, body.root_pass);
  if (passwordError !== undefined) errors.add("root_pass", passwordError);
  if (body.stackscript_id !== undefined) checkScript(service, body, body.stackscript_id, image, errors);
  if (image && image.size + swapOf(body) > specs.disk) {
    errors.add("type", "type is too small for the image and the swap disk");
  }
  if (backup && totalSize(backup.disks) > specs.disk) {
    errors.add("type", "type is too small for the backup");
  }
  return { image, backup };
}

function needsRootPass({ settings }: Service, body: CreateBody): boolean {
  if (body.image === undefined && body.stackscript_id === undefined) return false;
  const hasKeys = [body.authorized_keys, body.authorized_users].some((keys) => keys && keys.length > 0);
  return settings.rootPass === "required" || !hasKeys;
}

export function swapOf(body: CreateBody): number {
  return body.swap_size ?? limits.swapSize.default;
}

function usableImage(
  service: Service,
  caller: Caller,
  id: string,
  errors: InputErrors,
): ImageRecord | undefined {
  const image = findImage(service, id);
  if (!image) {
    errors.add("image", "image is not valid");
    return undefined;
  }
  if (!image.is_public && caller.user.restricted && !grantOn(caller.user.images, id)) throw forbidden();
  if (image.status !== "available") errors.add("image", "image is not available");
  return image;
}

function usableBackup(
  service: Service,
  caller: Caller,
  id: number,
  errors: InputErrors,
): BackupRecord | undefined {
  const backup = service.world.backups.get(id);
  if (backup?.status !== "successful") {
    errors.add("backup_id", "backup_id is not valid");
    return undefined;
  }
  const isGranted = !caller.user.restricted || grantOn(caller.user.instances, backup.instance_id);
  if (!isGranted) throw forbidden();
  return backup;
}

function checkScript(
  service: Service,
  body: CreateBody,
  id: number,
  image: ImageRecord | undefined,
  errors: InputErrors,
): void {
  const script = service.world.scripts.get(id);
  if (!script) {
    errors.add("stackscript_id", "stackscript_id is not valid");
    return;
  }
  if (body.image === undefined) errors.add("image", "image is required with stackscript_id");
  else if (!script.images.includes(image?.id ?? body.image))
    errors.add("image", "image is not compatible with the script");
  for (const field of script.fields) {
    if (field.required && !Object.hasOwn(body.stackscript_data ?? {}, field.name)) {
      errors.add(`stackscript_data.${field.name}`, `${field.name} is required`);
    }
  }
}
