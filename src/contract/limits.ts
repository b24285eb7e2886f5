/** Section 8 of the interface, and the bounds told in sections 2 and 4, each in one place. */
export const limits = {
  instanceLabel: { min: 3, max: 64 },
  rootPass: { min: 7, max: 128 },
  interfaces: { max: 3 },
  swapSize: { default: 512 },
  concurrentClones: { max: 5 },
  snapshotLabel: { min: 1, max: 255 },
  oauthClientLabel: { min: 1, max: 512 },
  imageDescription: { min: 1, max: 65_000 },
  imageUpload: { hours: 24, bytes: 5_000_000_000 },
  history: { days: 90 },
  watchdog: { boots: 5, minutes: 15 },
} as const;
