import crypto from "node:crypto";

/**
 * Deriving a passphrase's key takes half a second, on purpose. In the tests of a file that imports this, one round makes it quick, but no
 * other process can open these stacks.
 */
const { pbkdf2 } = crypto;

function cheapPbkdf2(...[password, salt, , ...rest]: Parameters<typeof pbkdf2>): void {
  pbkdf2(password, salt, 1, ...rest);
}

beforeAll(() => {
  crypto.pbkdf2 = cheapPbkdf2;
});

afterAll(() => {
  crypto.pbkdf2 = pbkdf2;
});
