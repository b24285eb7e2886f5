export { referencePages } from "./pages";
