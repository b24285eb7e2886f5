import { getPaymentMethodsOutput } from "pulumi-nodecloud";

// The `Output` form marks its result as secret.
export const expires = getPaymentMethodsOutput({ isDefault: true }).apply(([method]) => method?.data.expiry);
