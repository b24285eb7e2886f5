const storageKey = "nodecloud-control-token";

/** Whether a person has opened an address with a token in a tab that shows the console already. */
export function isTokenInAddress(): boolean {
  return location.hash.startsWith("#token=");
}

/**
 * The token that the control paths demand where the emulator listens beyond this machine: `http://host:4119/#token=...`. It is
 * removed from the address, so that it is neither bookmarked nor copied with it, and kept for this tab.
 */
export function takeControlToken(): string | undefined {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(storageKey, decodeURIComponent(given));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}
