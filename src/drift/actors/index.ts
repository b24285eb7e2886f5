export { withActors } from "./with-actors";
