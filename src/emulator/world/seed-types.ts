import { seedNames } from "../well-known";
import type { TypeRecord } from "./records";

/** Types of instances. Disk and memory are in MB, transfer in GB, prices in US dollars. */
export function seedTypes(): TypeRecord[] {
  return [
    type(seedNames.smallType, "Nano", { disk: 25_600, memory: 1_024, transfer: 1_000, vcpus: 1 }, 5),
    type(
      seedNames.defaultType,
      "Standard 2 GB",
      { disk: 51_200, memory: 2_048, transfer: 2_000, vcpus: 1 },
      10,
    ),
    type("g1-standard-2", "Standard 4 GB", { disk: 81_920, memory: 4_096, transfer: 4_000, vcpus: 2 }, 20),
    type("g1-standard-4", "Standard 8 GB", { disk: 163_840, memory: 8_192, transfer: 5_000, vcpus: 4 }, 40),
    type(
      seedNames.largeType,
      "Standard 32 GB",
      { disk: 655_360, memory: 32_768, transfer: 16_000, vcpus: 8 },
      160,
    ),
    type("g1-memory-2", "Memory 16 GB", { disk: 40_960, memory: 16_384, transfer: 5_000, vcpus: 2 }, 60),
  ];
}

const billedHoursPerMonth = 672;
const backupsPriceFactor = 0.25;

function type(id: string, label: string, specs: TypeRecord["specs"], monthly: number): TypeRecord {
  return {
    id,
    label,
    specs,
    price: pricesOf(monthly),
    backups_price: pricesOf(monthly * backupsPriceFactor),
  };
}

function pricesOf(monthly: number): TypeRecord["price"] {
  return { monthly, hourly: Math.round((monthly / billedHoursPerMonth) * 10_000) / 10_000 };
}
