/**
 * `Args` for arguments of the type `Given`, with rules on which of them go together. Arguments are refused only if their types prove a
 * violation: an argument that may be undefined, as in a `Partial` object, may be set or not. If the names are unknown, as in
 * `pulumi.Inputs`, no rule applies.
 *
 * The declaration of a constructor cannot have type parameters, so each class is exported under an interface whose `new` has one. If the
 * given type violates its constraint, the compiler infers the constraint instead, and reports unknown names as in any object literal.
 */
export type CheckedArgs<Given, Args, Rules> = Args &
  (string extends keyof Given
    ? unknown
    : [Exclude<keyof Given, keyof Args>] extends [never]
      ? Rules
      : UnknownArgument<Exclude<keyof Given, keyof Args>>);

/** Without `adopt`, the arguments `Names` are required. */
export type RequiredWithoutAdopt<Given, Args, Names extends keyof Args> = Given extends unknown
  ? "adopt" extends keyof Given
    ? unknown
    : RequiredArguments<Exclude<Names, keyof Given>>
  : never;

/** The arguments that a program must declare. `Args` has their types; the compiler's messages show only their names. */
export type RequiredArguments<Names extends PropertyKey> = { readonly [Name in Names]: unknown };

/** Without any of the names, the missing arguments are required. */
export type Needs<Given, Names, Missing> = [Names & keyof Given] extends [never] ? Missing : unknown;

/** With the argument `Name`, the arguments that belong to it are required. */
export type NeedsWith<Given, Name, Names, Missing> =
  Name extends Certain<Given> ? Needs<Given, Names, Missing> : unknown;

/** With the argument `Name`, the `Others` are refused. */
export type RefusesWith<Given, Name, Others, Reason extends string> =
  Name extends Certain<Given>
    ? { readonly [Other in Extract<Certain<Given>, Others>]: Refused<Reason> }
    : unknown;

/** The arguments that are certain to have a value. */
type Certain<Given> = { [Name in keyof Given]-?: undefined extends Given[Name] ? never : Name }[keyof Given];

declare const reason: unique symbol;

/** No value has this type: an argument that the compiler compares with it must be removed. */
interface Refused<Reason extends string> {
  readonly [reason]: Reason;
}

/** No value has this type: the resource has no argument with this name. */
interface UnknownArgument<Name> {
  readonly [reason]: Name;
}
