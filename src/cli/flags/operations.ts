export const operations = ["preview", "up", "refresh", "destroy"] as const;

export type OperationName = (typeof operations)[number];

/** The operations that run the program. */
export const programOperations: readonly OperationName[] = ["preview", "up"];

/** The operations that change a stack, and so ask for confirmation. */
export const changingOperations: readonly OperationName[] = ["up", "refresh", "destroy"];
