import type { PaymentMethod as Live } from "../client";
import { type DeleteTask, deleteObject, LifecycleError } from "../lifecycle";
import { makeDefaultCommand } from "./payment-method.card";
import { paymentMethods } from "./payment-method.collection";
import { makeDefault } from "./payment-method.default";
import type { MakeDefault, PaymentMethodInputs } from "./payment-method.inputs";

type Task = DeleteTask<PaymentMethodInputs, Live>;

/** Deletes a payment method. The default cannot be deleted: `onDelete` determines what happens to it. */
export async function deletePaymentMethod(task: Task): Promise<void> {
  const { services, id, inputs, deadline, onRetained } = task;
  const { onDelete = "fail" } = inputs;
  const live = await paymentMethods.collection(services).view(id, { deadline });
  if (live === undefined) return;
  if (live.is_default) {
    if (onDelete === "retain") {
      onRetained(
        `payment method ${id} is the default and stays in the account, because \`onDelete\` is \`retain\``,
      );
      return;
    }
    if (onDelete === "fail") throw await defaultNotDeleted(task);
    await passDefaultTo(task, onDelete);
  }
  const viewed: Task = { ...task, live };
  await deleteObject(paymentMethods, viewed, {
    isViewableWhenDeleted: true,
    hint: `Payment method ${id} stays in the account. If it is the default by now, make another one the default; otherwise remove the cause, then delete it again.`,
    send: (_, options) => services.client.paymentMethods.delete({ paymentMethodId: Number(id) }, options),
  });
}

async function defaultNotDeleted({ services, id }: Task): Promise<LifecycleError> {
  const { items } = await paymentMethods.collection(services).list();
  const others = [...items.values()].filter((other) => String(other.id) !== id).map(describe);
  const advice =
    others.length === 0
      ? 'The account has no other one: add one with `isDefault: true`. To keep this one in the account, set `onDelete: "retain"` and run `pulumi up` before its resource is removed or replaced, with `--target` after a destroy that deleted other resources.'
      : `The others are ${others.join(", ")}: make one of them the default with ${makeDefaultCommand(services)}, or by setting \`isDefault: true\` on the replacement. \`onDelete: { makeDefault: <id> }\` or \`onDelete: "retain"\` takes effect only if \`pulumi up\` sets it before the resource is removed or replaced, with \`--target\` after a destroy that deleted other resources.`;
  return new LifecycleError(
    `payment method ${id} is the default, which cannot be deleted. Nothing was changed. ${advice}`,
  );
}

async function passDefaultTo(task: Task, { makeDefault: newDefault }: MakeDefault): Promise<void> {
  const { id } = task;
  if (String(newDefault) === id) {
    throw new LifecycleError(
      `onDelete: payment method ${id} is the default and \`makeDefault\` specifies the same one, so it cannot be deleted. Nothing was changed. Specify another one.`,
    );
  }
  // `onSent` reports the delete request, which this is not.
  if ((await makeDefault({ ...task, onSent: undefined }, String(newDefault))) === undefined) {
    throw new LifecycleError(
      `onDelete: there is no payment method ${newDefault} to make the default, so payment method ${id} was not deleted. Specify an existing one.`,
    );
  }
}

function describe({ id, type, data }: Live): string {
  const card = [data?.card_type, data?.last_four && `ending in ${data.last_four}`].filter(Boolean).join(" ");
  return `${id} (${card || type})`;
}
