export {
  overrideWarning,
  overridingVariables,
  type ResolvedSettings,
  resolveSettings,
  type Settings,
  settingNames,
  stackKeys,
} from "./settings";
