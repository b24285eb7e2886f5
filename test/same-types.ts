/** Whether each type is assignable to the other one, with the same optional members. */
export type AreSame<One, Other> = [One, Required<One>] extends [Other, Required<Other>]
  ? [Other, Required<Other>] extends [One, Required<One>]
    ? true
    : false
  : false;
