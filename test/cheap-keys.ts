/**
 * Deriving a passphrase's key takes half a second, on purpose. With one round it is quick, but no other process can open these
 * stacks. Import this before the code that derives keys.
 */
jest.mock("node:crypto", () => {
  const actual = jest.requireActual("node:crypto");
  const pbkdf2 = (password: string, salt: Buffer, _: number, ...rest: [number, string, () => void]) =>
    actual.pbkdf2(password, salt, 1, ...rest);
  return { ...actual, pbkdf2 };
});
