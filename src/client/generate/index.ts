export { clientSource } from "./source";
