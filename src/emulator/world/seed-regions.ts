import { seedNames } from "../well-known";
import type { RegionRecord, ScriptRecord } from "./records";
import type { SeedContext } from "./seed-context";

/** Regions with and without virtual networks, one of them in outage. */
export function seedRegions(): RegionRecord[] {
  const plain = ["Instances", "Backups", "Block Storage"];
  const next = [...plain, seedNames.virtualNetworks];
  const region = (
    id: string,
    country: string,
    capabilities: string[],
    network: number,
    status: RegionRecord["status"] = "ok",
  ): RegionRecord => ({
    id,
    country,
    capabilities,
    resolvers: {
      ipv4: `192.0.2.${network},192.0.2.${network + 1}`,
      ipv6: `2001:db8:53::${network},2001:db8:53::${network + 1}`,
    },
    status,
  });
  return [
    region(seedNames.region, "us", next, 10),
    region(seedNames.plainRegion, "us", plain, 20),
    region("us-west", "us", plain, 30),
    region("eu-central", "de", next, 40),
    region("eu-west", "gb", plain, 50),
    region(seedNames.regionInOutage, "sg", next, 60, "outage"),
  ];
}

/** One script for images of the vendor Debian, with a required field. */
export function seedScripts({ brand }: SeedContext): ScriptRecord[] {
  return [
    {
      id: seedNames.script,
      label: "Web server",
      images: [`${brand.word}/debian11`, `${brand.word}/debian12`],
      fields: [
        { name: "hostname", required: true },
        { name: "contact", required: false },
      ],
    },
  ];
}
