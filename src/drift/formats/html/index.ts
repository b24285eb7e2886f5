export { formatHtml } from "./page";
