import { limits } from "../../../contract";
import { isRecord } from "../../../unknown";
import { durationOf, type Service } from "../../service";

const allowed = /^[A-Za-z0-9._-]+$/;
const doubled = /--|__|\.\./;

/** The problem of a label, or undefined. The contract checks its length. `own` is the id of the instance that it is for. */
export function labelProblem(service: Service, label: string, own?: number): string | undefined {
  if (!service.settings.uniqueLabels) return undefined;
  if (!allowed.test(label)) return "Label may have letters, digits, '-', '_' and '.' only";
  if (doubled.test(label)) return "Label must not have two '-', '_' or '.' in a row";
  if (isTaken(service, label, own) || isReserved(service, label))
    return `Label must be unique among your ${service.brand.word}s`;
  return undefined;
}

/** The label of an instance that is created without one. */
export function defaultLabel(service: Service, id: number): string {
  const short = `${service.brand.word}${id}`;
  const plain = short.length < limits.instanceLabel.min ? `${service.brand.word}-${id}` : short;
  let label = plain;
  for (let suffix = 1; isTaken(service, label, id); suffix++) label = `${plain}-${suffix}`;
  return label;
}

function isTaken(service: Service, label: string, own: number | undefined): boolean {
  return service.world.instances.of(label).some((other) => other.id !== own);
}

/** Whether an instance that had the label was deleted so recently that it still counts as taken. */
function isReserved(service: Service, label: string): boolean {
  const instances = service.world.changeTableName("instances");
  return service
    .changesWithin(durationOf(service, "labelFreedSeconds"))
    .some(
      ({ table, before, after }) =>
        table === instances && after === undefined && isRecord(before) && before.label === label,
    );
}
