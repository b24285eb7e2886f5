import type { PaymentMethod as Live } from "../client";
import { operations } from "../contract";
import { type Definition, eventsOf } from "../lifecycle";
import { paymentMethodMatcher } from "./payment-method.card";
import { paymentMethods } from "./payment-method.collection";
import { addPaymentMethod } from "./payment-method.create";
import {
  defaultReplacementWarning,
  lateDefaultObstacle,
  restoreDefault,
  writeDefault,
} from "./payment-method.default";
import { deletePaymentMethod } from "./payment-method.delete";
import { type PaymentMethodStep, paymentMethodFields } from "./payment-method.fields";
import type { PaymentMethodInputs } from "./payment-method.inputs";
import { checkExpiryAndDefault, paymentMethodBody, paymentMethodRules } from "./payment-method.rules";

export const paymentMethodDefinition: Definition<PaymentMethodInputs, Live, PaymentMethodStep> = {
  kind: paymentMethods.kind,
  collection: paymentMethods.collection,
  identityOf: ({ created }) => ({ created }),
  createSecrets: ({ type }) => (type === "credit_card" ? { card: "object" } : {}),
  requiredArguments: ["card"],
  events: eventsOf(
    { word: "payment_method", path: "account/payment-methods/" },
    {
      concerning: /^(payment_method|credit_card)_/,
      ...{ created: ["payment_method_add"], deleted: [], changed: [] },
    },
  ),
  fields: paymentMethodFields,
  response: operations.paymentMethods.view.response,
  body: paymentMethodBody,
  rules: paymentMethodRules,
  prepare: checkExpiryAndDefault,
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  create: addPaymentMethod,
  createMatcher: paymentMethodMatcher,
  createSteps: ({ isDefault }) => (isDefault === true ? ["default"] : []),
  replacementWarning: defaultReplacementWarning,
  steps: { default: writeDefault },
  lateDeleteObstacle: lateDefaultObstacle,
  restoreTakenRole: restoreDefault,
  remove: deletePaymentMethod,
};
