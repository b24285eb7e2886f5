import type { Settings } from "../config";

/**
 * The connection of a lookup. An omitted setting comes from the environment (`NODECLOUD_BASE_URL`, `NODECLOUD_TOKEN`, `NODECLOUD_BRAND`,
 * ...), else from the stack's configuration (`nodecloud:baseUrl`, ...).
 */
export type LookupOptions = Partial<Settings>;
