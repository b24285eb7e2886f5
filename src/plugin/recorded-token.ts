import { isAccessDenied, OtherAccountError } from "../lifecycle";
import { messageOf } from "../unknown";

/**
 * Calls the lifecycle for `refresh` or `destroy`. If it fails because of the token, and `isRecorded` returns true, the error says where the
 * token comes from: without running the program, an engine configures a provider as it was configured in the last `up`.
 */
export async function explainRecordedToken<T>(isRecorded: () => boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRecorded() || !(isAccessDenied(error) || error instanceof OtherAccountError)) throw error;
    throw new Error(
      `${messageOf(error)} \`refresh\`, \`destroy\` and \`up --refresh\` use the token of the last \`up\`. If that is not the current one, run \`pulumi up\` without \`--refresh\` first, with a program that declares the resource.`,
    );
  }
}
