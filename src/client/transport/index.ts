export { axiosTransport } from "./axios";
export { fetchTransport } from "./fetch";
