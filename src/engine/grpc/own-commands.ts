/** The messages of resources name commands of the Pulumi CLI. Users of this engine run those of `nodecloud`, with the same flags. */
export function withOwnCommands(message: string): string {
  return message.replace(/`pulumi (?=(up|preview|refresh|destroy)\b)/g, "`nodecloud ");
}
