import { z } from "zod";
import { backupStatusMachine } from "../backups/transitions";
import { finishEvent } from "../events/events";
import { defineKind, orNotFound } from "./kind";

/** The statuses in which a backup has ended without success. */
const failures = ["failed", "userAborted"];

export const backupChanges = {
  /**
   * Sets the status, even to one of section 3.2 that no backup reaches on its own. The backup continues from a status that a
   * transition leaves, and stays in any other.
   */
  backup_change: defineKind({
    shape: z.strictObject({ backupId: z.int(), status: z.string() }),
    isIn: ({ world }, { backupId }) => world.backups.get(backupId) !== undefined,
    apply: (service, { backupId, status }) => {
      const backup = orNotFound(service.world.backups.get(backupId));
      const isFailure = failures.includes(status);
      const hasEnded = isFailure || status === "successful";
      if (hasEnded) finishEvent(service, backup.event_id, isFailure ? "failed" : "finished");
      const now = service.now();
      const changed = { ...backup, status, updated: now, finished: hasEnded ? now : null };
      service.world.backups.put(changed);
      backupStatusMachine.planNamed(service, changed, status);
    },
  }),
} as const;
