import { checkDriftOptions } from "./check-options";
import { openDetection } from "./detection";
import type { DriftOptions } from "./drift-options";
import type { DriftReport } from "./types.generated";

/**
 * Compares stacks with their accounts. It sends only reads, takes no lock and writes nothing anywhere. Anything that cannot be read is a problem
 * in the report, which is then never `inSync`.
 * @throws StateError, UsageError or NodecloudError when an option has another type, a stack cannot be read, a needed passphrase is missing or
 * wrong, a file of rules is malformed, or the address of the service is not set. Nothing was changed then.
 */
export async function detectDrift(options: DriftOptions): Promise<DriftReport> {
  checkDriftOptions(options);
  const detection = await openDetection(options);
  await detection.readAll();
  return detection.report();
}
