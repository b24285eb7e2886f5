import type { EventEntity } from "../../world/records";

/** A notification as `GET /account/notifications` lists it, derived from its cause on every request (section 2.10). */
export interface Notification {
  readonly label: string;
  readonly message: string;
  readonly body: string | null;
  readonly severity: string;
  readonly type: string;
  readonly entity: EventEntity;
  readonly when: number | null;
  readonly until: number | null;
}
