/** An HTTP method. Its own file, because transports are written without the contract and its zod. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";
