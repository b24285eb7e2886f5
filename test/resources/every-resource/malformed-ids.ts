/** Strings that are not the id of an object with numeric ids. JavaScript reads some of them as numbers. */
export const malformedNumbers = [
  ...["abc", "-1", "1.5", "0x10", "", "0", "01", " 1", "1e3", "99999999999999999999"],
];
