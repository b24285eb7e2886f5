/** An HTTP method. In its own file, because transports do not depend on the contract and its zod. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";
