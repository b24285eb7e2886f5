import type { SavedWorld } from "../types.generated";

type ListName = {
  [Name in keyof SavedWorld]: SavedWorld[Name] extends readonly unknown[] ? Name : never;
}[keyof SavedWorld];

/** The tables of the world by their names in saved worlds. */
export type TableName = Exclude<ListName, "timeline" | "other_accounts">;
