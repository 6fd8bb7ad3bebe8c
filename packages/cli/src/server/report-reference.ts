import type { Writable } from "node:stream";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { sendRequest } from "./send-request.ts";
import type { Connection } from "./connection.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { UsageError } from "#core/usage-error.ts";

/** Reference to a report: its number in the project, as shown on screens, or the id in its address. */
export type ReportReference = { readonly number: number } | { readonly reportId: number };

/**
 * Parses `69`, `#69` or an address that ends with `/reports/7`. An address of another server only prints a note, because a server may have several
 * addresses.
 *
 * @throws UsageError
 */
export function parseReportReference(text: string, server: string, stderr: Writable): ReportReference {
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1]);
  if (number >= 1) return { number };
  const id = Number(/^https?:\/\/[^?#]*\/reports\/(\d{1,15})(?:[/?#].*)?$/.exec(text)?.[1]);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new UsageError(
      `${text} is not a report: pass its number, such as 69, or its address, such as http://plumb.example/reports/7`,
    );
  if (!text.startsWith(`${server}/`))
    stderr.write(`Reading report ${id} from ${printable(server)} instead of the given address.\n`);
  return { reportId: id };
}

/** @throws RequestError if the project of the key has no report with this number. */
export async function findReportId(
  reference: ReportReference,
  server: Connection,
  context: CliContext,
): Promise<number> {
  if ("reportId" in reference) return reference.reportId;
  const { number } = reference;
  const { data } = await sendRequest(server, context, async (client) =>
    client.call(listReports, { query: { number, limit: 1 } }),
  );
  const [report] = data;
  if (report === undefined) throw new RequestError(`There is no report #${number} in the project of this key.`);
  return report.id;
}
