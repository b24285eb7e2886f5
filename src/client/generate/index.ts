export { bindingSource, clientSource } from "./source";
