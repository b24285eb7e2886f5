export {
  type ResolvedSettings,
  resolveSettings,
  type SettingPlaces,
  type SettingSource,
  type Settings,
} from "./settings";
