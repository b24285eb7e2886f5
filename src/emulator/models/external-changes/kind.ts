import type { z } from "zod";
import { parsed } from "../../parsed";
import type { Service } from "../../service";
import { notFound } from "../../service-error";

/** A kind of external change: the fields that describe one, and what it does. */
export interface ExternalChangeKind<S extends z.ZodObject = z.ZodObject> {
  readonly shape: S;
  /** Throws a `ServiceError` that names the wrong fields. */
  parse(fields: unknown): ParsedChange;
}

/** An external change whose fields are well-formed. */
export interface ParsedChange {
  /** Whether the account has the object that the change names. */
  isIn(service: Service): boolean;
  /** Makes the change in one account. Throws a `ServiceError` when the object does not exist there. */
  apply(service: Service): void;
}

interface Definition<S extends z.ZodObject> {
  readonly shape: S;
  /** Default: the change names no object that belongs to one account. */
  readonly isIn?: (service: Service, change: z.output<S>) => boolean;
  readonly apply: (service: Service, change: z.output<S>) => void;
}

export function defineKind<S extends z.ZodObject>(definition: Definition<S>): ExternalChangeKind<S> {
  const { shape, isIn = () => false, apply } = definition;
  return {
    shape,
    parse: (fields) => {
      const change = parsed(shape, fields);
      return {
        isIn: (service) => isIn(service, change),
        apply: (service) => apply(service, change),
      };
    },
  };
}

/** @throws ServiceError when the object that a change names does not exist. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}
