import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { bindingSource, clientSource } from "../../src/client/generate";
import { allOperations } from "../../src/contract";
import { operation, paging } from "../../src/contract/operation";

describe("the generated client", () => {
  it("is up to date with the contract (npm run generate)", () => {
    const read = (name: string) => readFileSync(join(__dirname, "../../src/client", name), "utf8");
    expect(read("operations.generated.ts") === clientSource(allOperations)).toBe(true);
    expect(read("bind-operations.generated.ts") === bindingSource(allOperations)).toBe(true);
  });

  it("documents every member", () => {
    const lines = clientSource(allOperations).split("\n");
    const undocumented = lines.filter((line, index) => {
      const isMember = /^ {2,}(readonly )?\w+(\??:|\()/.test(line) && !/: \{$/.test(line);
      return isMember && !/\*\/$/.test(lines[index - 1] ?? "");
    });
    expect(undocumented).toEqual([]);
  });

  it("gives lists that belong to an object the object's id", () => {
    const invoices = operation({
      ...{ call: "GET /account/invoices/{invoiceId}/items", summary: "Lists items.", section: "4.3" },
      ...{ scopes: ["account:read_only"], query: paging, resend: "always", paged: true },
      path: z.strictObject({ invoiceId: z.int().describe("Id of the invoice.") }),
      response: z.object({ label: z.string().describe("Its label.") }).meta({ id: "InvoiceItem" }),
    });
    const source = clientSource([{ name: "invoices.items", group: "invoices", operation: invoices }]);
    expect(source).toContain(
      "readonly items: ListWithin<InvoicesItemsPath, InvoicesItemsArgs, InvoiceItem>;",
    );
    expect(source).toContain('import type { ListWithin } from "./calls";');
    const bindings = bindingSource([{ name: "invoices.items", group: "invoices", operation: invoices }]);
    expect(bindings).toContain("binder.listWithin<InvoicesItemsPath, InvoicesItemsArgs, InvoiceItem>");
    expect(bindings).toContain(
      'import type { Client, InvoiceItem, InvoicesItemsArgs, InvoicesItemsPath } from "./operations.generated";',
    );
  });
});
