const storageKey = "nodecloud-control-token";

/** Whether an address with a token was opened in a tab that already shows the console. */
export function isTokenInAddress(): boolean {
  return location.hash.startsWith("#token=");
}

/**
 * The token that the control paths require if other machines can reach the emulator: `http://host:4119/#token=...`. It is removed from the
 * address, so that it is neither bookmarked nor copied with it, and kept for this tab.
 */
export function takeControlToken(): string | undefined {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(storageKey, decoded(given));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** A token that was not encoded may contain a percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
