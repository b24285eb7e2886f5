import { create } from "node:domain";

/**
 * Starts the work so that rejections that nothing handles, of promises that it creates, are passed to `onRejection`. The SDK leaves most
 * rejections of a program unhandled, as `pulumi up` collects them from the process. Test runners do the same, and fail the test.
 * A domain takes only those of the work, and takes them in runners that give tests a copy of `process`, too.
 */
export function collectingRejections<T>(onRejection: (reason: unknown) => void, work: () => T): T {
  const domain = create();
  domain.on("error", onRejection);
  return domain.run(work);
}
