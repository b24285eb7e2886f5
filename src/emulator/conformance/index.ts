export { conformancePage } from "./page";
