/**
 * Loaded by every Node.js process of a history with NODE_OPTIONS. It lets the time of plugins pass quickly, so that a wait of minutes takes
 * seconds, and derives the keys of passphrases with one round. `CHAOS_TIME` is the JSON of `startedAt` and `time`, the moments that
 * correspond, and of `speed`.
 */
const crypto = require("node:crypto");

const { pbkdf2 } = crypto;
crypto.pbkdf2 = (password, salt, rounds, ...rest) =>
  pbkdf2(password, salt, process.env.CHAOS_CHEAP_KEYS ? 1 : rounds, ...rest);

if (process.env.CHAOS_TIME) {
  const { startedAt, time, speed } = JSON.parse(process.env.CHAOS_TIME);
  const now = Date.now;
  // All processes agree on the time. `new Date()` is not changed, because gRPC measures deadlines with it.
  Date.now = () => time + (now() - startedAt) * speed;
  if (/dynamic-provider/.test(process.argv[1] ?? "")) {
    for (const name of ["setTimeout", "setInterval"]) {
      const timer = globalThis[name];
      globalThis[name] = Object.assign(
        (callback, ms = 0, ...rest) => timer(callback, ms / speed, ...rest),
        timer,
      );
    }
  }
}
