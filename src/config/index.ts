export {
  type ResolvedSettings,
  resolveSettings,
  type Settings,
} from "./settings";
