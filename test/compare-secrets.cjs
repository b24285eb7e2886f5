/**
 * Makes `toEqual` compare the values in secrets: it cannot see them, so all secrets would be equal. Jest keeps testers for all files that
 * share a context, so they are added once.
 */
const added = Symbol.for("pulumi-nodecloud:compare-secrets");

if (!globalThis[added]) {
  globalThis[added] = true;
  expect.addEqualityTesters([
    function (left, right, testers) {
      if (!isSecret(left) || !isSecret(right)) return undefined;
      return this.equals(left.reveal(), right.reveal(), testers);
    },
  ]);
}

/** Compares the name of the class, so that tests without a state do not load it. */
function isSecret(value) {
  return value?.constructor?.name === "Secret";
}
