import type { PaymentMethod as Live } from "../client";
import { operations } from "../contract";
import {
  type Definition,
  type DeleteTask,
  defineResource,
  LifecycleError,
  runAction,
  type StepTask,
  type Task,
} from "../lifecycle";
import {
  addPaymentMethod,
  paymentMethodMatcher,
  paymentMethodsLock,
  paymentMethodsOf,
} from "./payment-method.add";
import { type PaymentMethodStep, paymentMethodFields } from "./payment-method.fields";
import type { MakeDefault, PaymentMethodInputs } from "./payment-method.inputs";
import { checkExpiryAndDefault, paymentMethodBody, paymentMethodRules } from "./payment-method.rules";

type Step = StepTask<PaymentMethodInputs, Live>;

const definition: Definition<PaymentMethodInputs, Live, PaymentMethodStep> = {
  kind: "payment method",
  fields: paymentMethodFields,
  body: paymentMethodBody,
  rules: paymentMethodRules,
  prepare: checkExpiryAndDefault,
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  answer: operations.paymentMethods.view.answer,
  identityOf: ({ created }) => ({ created }),
  collection: paymentMethodsOf,
  createMatcher: paymentMethodMatcher,
  create: addPaymentMethod,
  createSteps: ({ isDefault }) => (isDefault === true ? ["default"] : []),
  steps: {
    default: async (step) => {
      const { isDefault } = step.inputs;
      if (isDefault === undefined) return step.live;
      if (!isDefault) return handOver(step);
      const live = await makeDefault(step, step.id);
      if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
      return live;
    },
  },
  remove: removePaymentMethod,
};

export const paymentMethodLifecycle = defineResource(definition);

function makeDefault(task: Task<unknown>, id: string): Promise<Live | undefined> {
  const { services } = task;
  return services.locks.run(paymentMethodsLock, () =>
    runAction<Live>(task, {
      ...onMethod(task, id),
      verb: "make the default",
      isDone: (now) => now.is_default,
      send: (_, options) =>
        services.client.paymentMethods.makeDefault({ paymentMethodId: Number(id) }, options),
    }),
  );
}

/** Another one of the same program may be about to become the default. */
const handingOverFor = 15_000;

/** It is not to be the default any more, and only another one can take that from it. */
async function handOver({ services, id }: Step): Promise<Live> {
  const { clock } = services;
  const until = clock.now() + handingOverFor;
  for (;;) {
    const live = await paymentMethodsOf(services).view(id);
    if (live && !live.is_default) return live;
    if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
    if (clock.now() >= until) {
      throw new LifecycleError(
        `isDefault: it is the default, and stays so until another one is made the default. Say \`isDefault: true\` of that one, or remove \`isDefault: false\` here.`,
      );
    }
    await clock.sleep(handingOverFor / 5);
  }
}

async function removePaymentMethod(removal: DeleteTask<PaymentMethodInputs, Live>): Promise<void> {
  const { services, id, inputs, deadline } = removal;
  const { onDelete = "fail" } = inputs;
  const live = await paymentMethodsOf(services).view(id, { deadline });
  if (live === undefined) return;
  if (live.is_default) {
    if (onDelete === "retain") {
      services.log.info(
        `payment method ${id} is the default and stays in the account, for \`onDelete\` is \`retain\``,
      );
      return;
    }
    if (onDelete === "fail") throw await refusalOf(removal);
    await passDefaultTo(removal, onDelete);
  }
  await services.locks.run(paymentMethodsLock, () =>
    runAction<Live>(removal, {
      ...onMethod(removal, id),
      verb: "delete",
      recent: live,
      onMissing: removal.onMissing,
      onSent: removal.onSent,
      isDone: () => false,
      hint: "The default payment method can't be deleted.",
      send: (_, options) => services.client.paymentMethods.delete({ paymentMethodId: Number(id) }, options),
    }),
  );
}

async function refusalOf({ services, id }: DeleteTask<PaymentMethodInputs, Live>): Promise<LifecycleError> {
  const { items } = await paymentMethodsOf(services).list();
  const others = [...items.values()].filter((other) => String(other.id) !== id).map(inWords);
  const advice =
    others.length === 0
      ? 'There is no other one in the account: add one that is the default, or write `onDelete: "retain"` and run `pulumi up` to leave this one there.'
      : `The others are ${others.join(", ")}: make one of them the default, or write \`onDelete: { makeDefault: <id> }\` or \`onDelete: "retain"\` and run \`pulumi up\` first.`;
  return new LifecycleError(
    `payment method ${id} is the default, which can't be deleted. Nothing was changed. ${advice}`,
  );
}

async function passDefaultTo(
  removal: DeleteTask<PaymentMethodInputs, Live>,
  { makeDefault: to }: MakeDefault,
) {
  const { id } = removal;
  if (String(to) === id) {
    throw new LifecycleError(
      `onDelete: payment method ${id} can't be deleted, for it is the default, and \`makeDefault\` names itself. Nothing was changed. Name another one.`,
    );
  }
  if ((await makeDefault(removal, String(to))) === undefined) {
    throw new LifecycleError(
      `onDelete: there is no payment method ${to} to make the default, so payment method ${id} was not deleted. Name one that exists.`,
    );
  }
}

function inWords({ id, type, data }: Live): string {
  const card = [data?.card_type, data?.last_four && `ending in ${data.last_four}`].filter(Boolean).join(" ");
  return `${id} (${card || type})`;
}

function onMethod({ services }: Task<unknown>, id: string) {
  return {
    kind: "payment method",
    id,
    collection: paymentMethodsOf(services),
  } as const;
}
