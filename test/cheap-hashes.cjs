/**
 * A fingerprint takes 50 ms, on purpose, and the tests take hundreds of them: here each costs next to nothing and is the
 * same otherwise. The whole runs, which are processes of their own, take them at their price.
 */
const crypto = require("node:crypto");

const { scryptSync } = crypto;
if (scryptSync.name !== "cheapScryptSync") {
  crypto.scryptSync = function cheapScryptSync(text, salt, length) {
    return scryptSync(text, salt, length, { N: 2 });
  };
}
