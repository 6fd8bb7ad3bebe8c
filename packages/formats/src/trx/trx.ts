import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { xmlRoot } from "#detection/xml-facts.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { ElementScanner } from "#xml/element-scanner.ts";
import { readDefinitions } from "./definitions.ts";
import { TrxReader } from "./trx-reader.ts";

/**
 * TRX, which Visual Studio, `dotnet test` and MSTest write. A result names its class only by an id, and the definitions
 * with the classes stand behind the results: the file is read twice, and what is held is what they say of each test.
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
