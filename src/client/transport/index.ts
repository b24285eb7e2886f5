export { fetchTransport } from "./fetch";
export { httpTransport } from "./http";
