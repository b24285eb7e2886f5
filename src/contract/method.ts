/** The HTTP methods of the operations. In a file of their own, because transports do not depend on the contract and its zod. */
export const methods = ["GET", "POST", "PUT", "DELETE"] as const;
export type Method = (typeof methods)[number];
