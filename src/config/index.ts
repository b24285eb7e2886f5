export {
  type ResolvedSettings,
  resolveSettings,
  type Settings,
  stackKeys,
} from "./settings";
