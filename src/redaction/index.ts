export { Redactor } from "./redactor";
