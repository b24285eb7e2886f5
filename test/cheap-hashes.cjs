/**
 * A fingerprint takes 50 ms, on purpose, and the tests compute hundreds of them. In tests, each takes almost no time and is
 * otherwise the same. Runs in separate processes compute the real ones.
 */
const crypto = require("node:crypto");

const { scryptSync } = crypto;
if (scryptSync.name !== "cheapScryptSync") {
  crypto.scryptSync = function cheapScryptSync(text, salt, length) {
    return scryptSync(text, salt, length, { N: 2 });
  };
}
