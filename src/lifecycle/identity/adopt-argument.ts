/** The id of an object as a program writes it for the argument `adopt`: `12`, or `"private/12"`. */
export function adoptArgument(id: string): string {
  return /^\d+$/.test(id) ? id : JSON.stringify(id);
}
