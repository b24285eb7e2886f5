import { adviceFor, tryLater } from "./advice";
import { failureCodes } from "./exchange";
import type { Failure } from "./failure";
import type { PreparedCall } from "./request";
import type { TransportFailure } from "./transport/transport";
import { unusedProxyOf } from "./unused-proxy";

/** The failure of an attempt without a response. */
export function transportFailure(failure: TransportFailure, prepared: PreparedCall): Failure {
  const effect = failure.sent === false ? "none" : "unknown";
  const { base } = prepared;
  if (failure.refusal !== undefined) {
    return {
      ...{ code: "input", summary: failure.refusal, effect, isTemporary: false },
      advice: "This is a bug in pulumi-nodecloud: please report it.",
    };
  }
  switch (failure.code) {
    case failureCodes.aborted:
      return {
        ...{ code: "aborted", summary: "it was aborted", effect, isTemporary: false },
        advice: adviceFor(effect, prepared, ""),
      };
    case failureCodes.deadline:
      return {
        ...{ code: "deadline", summary: "the deadline passed", effect, isTemporary: false },
        advice: adviceFor(effect, prepared, ""),
      };
    case failureCodes.connectTimeout:
      return {
        ...{ code: "timeout", summary: `connecting to ${base} timed out`, effect, isTemporary: true },
        advice: proxyAdvice(base) ?? "Check the service's address.",
      };
    case failureCodes.responseTimeout:
      return {
        ...{ code: "timeout", summary: `${base} did not respond in time`, effect, isTemporary: true },
        advice: adviceFor(effect, prepared, tryLater),
      };
    case failureCodes.responseTooLong:
      return {
        ...{ code: "unreadable", summary: `the response of ${base} is too long`, effect, isTemporary: false },
        advice: adviceFor(effect, prepared, "Check the service's address."),
      };
    default: {
      if (isCertificateError(failure.code)) {
        return {
          ...{ code: "connection", effect, isTemporary: false },
          summary: `the certificate of ${base} was not accepted (${failure.code})`,
          advice:
            "Check the service's address. If its certificate is from an authority of your own, start the command with NODE_EXTRA_CA_CERTS set to the authority's certificate file.",
        };
      }
      const what = effect === "none" ? `no connection to ${base}` : `the connection to ${base} broke`;
      return {
        ...{ code: "connection", summary: `${what} (${failure.code})`, effect, isTemporary: true },
        advice:
          (effect === "none" ? proxyAdvice(base) : undefined) ??
          adviceFor(effect, prepared, "Check the service's address or try again later."),
      };
    }
  }
}

/** Whether OpenSSL or Node.js refused the certificate of the service, before anything was sent. */
function isCertificateError(code: string): boolean {
  return /CERT|LEAF_SIGNATURE/.test(code);
}

/** In a network whose only way out is a proxy, no address can be reached. */
function proxyAdvice(base: string): string | undefined {
  const proxy = unusedProxyOf(base);
  return (
    proxy &&
    `Check the service's address, and that it can be reached without the proxy in ${proxy}, which is never used.`
  );
}
