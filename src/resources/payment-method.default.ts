import type { PaymentMethod as Live } from "../client";
import {
  actOn,
  holdsUnknown,
  LifecycleError,
  requireExisting,
  type Services,
  type StepTask,
  type Task,
} from "../lifecycle";
import { paymentMethods } from "./payment-method.collection";
import type { PaymentMethodInputs } from "./payment-method.inputs";
import { declaredDefaultsOf } from "./payment-method.rules";

/** Makes the payment method the default, or waits until it is not. */
export async function writeDefault(task: StepTask<PaymentMethodInputs, Live>): Promise<Live> {
  const { isDefault } = task.inputs;
  if (isDefault === undefined) return task.live;
  if (!isDefault) return waitForOtherDefault(task);
  return requireExisting(paymentMethods, task.id, await makeDefault(task, task.id));
}

/** Makes a payment method of the account the default. Returns undefined if there is none with this id. */
export function makeDefault(task: Task, id: string): Promise<Live | undefined> {
  const { paymentMethods: api } = task.services.client;
  return actOn(
    paymentMethods,
    { ...task, id },
    {
      verb: "make the default",
      isDone: (now) => now.is_default,
      mayBeOld: () => true,
      send: (_, options) => api.makeDefault({ paymentMethodId: Number(id) }, options),
    },
  );
}

/** The default cannot be deleted. A replacement is added first, so the old one can be deleted if another one has become the default. */
export function defaultReplacementWarning(
  services: Services,
  { isDefault }: Partial<PaymentMethodInputs>,
  live: Live,
  { onDelete = "fail" }: Partial<PaymentMethodInputs>,
): string | undefined {
  const isOtherDefault =
    isDefault === true || holdsUnknown(isDefault) || declaredDefaultsOf(services).hasAny();
  if (!live.is_default || onDelete !== "fail" || isOtherDefault) return undefined;
  return "is the default, which cannot be deleted: its delete after the replacement fails unless another one has become the default. Set `isDefault: true` on the replacement or on another payment method.";
}

/** The payment method that an interrupted replacement added may have become the default, which cannot be deleted. */
export function lateDefaultObstacle(
  { isDefault, onDelete = "fail" }: Partial<PaymentMethodInputs>,
  late: Live,
): string | undefined {
  if (!late.is_default || isDefault === true || onDelete !== "fail") return undefined;
  return "It is the default, which cannot be deleted. Set `isDefault: true` on this resource or on another payment method, and the next `pulumi up` deletes it.";
}

/** If the program declares this payment method as the default, makes it the default again. */
export async function restoreDefault(
  task: Task & { readonly id: string; readonly inputs: PaymentMethodInputs },
): Promise<void> {
  if (task.inputs.isDefault === true) await makeDefault(task, task.id);
}

/** Another payment method of the program may become the default in the same run. */
const maxHandoverTime = 15_000;

/** A payment method stops being the default only when another one becomes it. */
async function waitForOtherDefault(task: StepTask<PaymentMethodInputs, Live>): Promise<Live> {
  const { services, id } = task;
  const { clock } = services;
  const until = clock.now() + maxHandoverTime;
  for (;;) {
    const live = requireExisting(paymentMethods, id, await paymentMethods.collection(services).view(id));
    if (live.is_default === false) return live;
    if (clock.now() >= until) return stillDefault(task, live);
    await clock.sleep(maxHandoverTime / 5);
  }
}

/**
 * Fails the step in its first run, and only warns when a later run resumes it: with `--parallel 1`, the program declares the payment method
 * that becomes the default only after this step.
 */
function stillDefault(
  { services, id, origin, unfinished }: StepTask<PaymentMethodInputs, Live>,
  live: Live,
): Live {
  // The declared default waits for its turn while others are added, and becomes the default later in this run.
  if (declaredDefaultsOf(services).hasAny()) return { ...live, is_default: false };
  const problem =
    "this payment method stays the default until another one becomes it. Set `isDefault: true` on that one, or remove `isDefault: false` here.";
  if (unfinished?.includes("default") !== true) throw new LifecycleError(`isDefault: ${problem}`);
  services.log.warn(`payment method ${id}: isDefault: ${problem}`, origin);
  return live;
}
