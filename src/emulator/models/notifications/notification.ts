import type { EventEntity } from "../../world/records";

/** What is to be known as long as its cause lasts. Nothing of it is kept: it is found anew whenever somebody looks. */
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
