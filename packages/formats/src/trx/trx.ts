import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { xmlRoot } from "#detection/xml-facts.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { readDefinitions } from "./definitions.ts";
import { TrxReader } from "./trx-reader.ts";

/**
 * TRX of Visual Studio, `dotnet test` and MSTest. A result refers to its class by an id, and the definitions come after
 * the results, so the file is read twice. Keeps the definition of each test in memory.
 */
export const trx: ReportFormat = {
  id: "trx",
  label: "TRX (dotnet test)",
  writtenBy: "`dotnet test --logger trx`, MSTest, Visual Studio, with adapters of NUnit and xUnit.net too: `*.trx`",
  recognises,
  read: readTrx,
};

function recognises(head: string): boolean {
  const root = xmlRoot(head);
  return root?.name === "TestRun" && (/VisualStudio\/TeamTest/i.test(root.tag) || root.inside.has("UnitTestResult"));
}

async function* readTrx({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  for (const member of members) {
    const definitions = await readDefinitions(member.text());
    yield* scan(member.text(), new ElementScanner(new TrxReader(definitions)));
  }
}
