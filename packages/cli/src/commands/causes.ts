import { type FailureGroup, listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { RefusedError } from "@plumb/client/call-error.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import type { CommandSpec } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { UsageError } from "#core/usage-error.ts";
import { connectionOptions, resolveConnection } from "#server/connection.ts";
import { sendRequest } from "#server/send-request.ts";

const defaultLimit = 20;
/** Limit of the server. */
const maxLimit = 200;

export const causes: CommandSpec = {
  name: "causes",
  summary: "list the causes of failures that match a query",
  description: "List the causes of failures in the project of the key, last seen first, as in Failure Analysis.",
  argument: ["[query]", "filters and words, in one argument: 'is:new owner:@checkout -tag:smoke'"],
  options: { ...connectionOptions, limit: `maximum number of causes, at most ${maxLimit} (default: ${defaultLimit})` },
  help: `
Without "since:", causes of the last 30 days are listed. The last line of the output has the number of all causes that match.

Exit codes:
  0  the causes are listed, even if there are none
  1  the server could not be reached
  2  the command line or the query is invalid

Examples:
  plumb causes
  plumb causes 'is:new since:1d'
  plumb causes 'owner:@checkout browser:firefox,webkit -tag:smoke' --json
`,
  run: async ({ args: [q], options }, context) => {
    const limit = limitOf(options["limit"]);
    const server = await resolveConnection(options, context.env);
    const { data, total } = await sendRequest(server, context, async (client) => {
      // The key belongs to one project, whose id is in its reports. A project without reports has no causes.
      const { data: reports } = await client.call(listReports, { query: { limit: 1 } });
      const projectId = reports[0]?.projectId;
      if (projectId === undefined) return { data: [], total: 0 };
      return client.call(listFailureGroups, { params: { projectId }, query: { q, limit } }).catch((error: unknown) => {
        const problem = error instanceof RefusedError ? error.fields?.["q"] : undefined;
        throw problem === undefined ? error : new UsageError(`The query is invalid. ${problem}`);
      });
    });
    for (const line of data.flatMap(linesOf)) context.stdout.write(`${line}\n`);
    const listed = data.length < total ? `; the first ${data.length} are listed` : "";
    context.stderr.write(`${counted(total, "cause")}${listed}.\n`);
    return { code: exitCode.ok, json: { causes: data.map(jsonOf), total } };
  },
};

function limitOf(text = String(defaultLimit)): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new UsageError(`--limit must be a number from 1 to ${maxLimit}, not ${text}.`);
  return limit;
}

function linesOf({
  id,
  state,
  representativeError,
  occurrenceCount,
  testCount,
  owners,
  lastSeen,
}: FailureGroup): string[] {
  const [firstLine = ""] = representativeError.split("\n");
  const owner = owners.length === 0 ? "" : `, ${owners.map(printable).join(", ")}`;
  return [
    `[${state}] ${printable(firstLine)}`,
    `  ${counted(occurrenceCount, "failure")} of ${counted(testCount, "test")}, last ${lastSeen}${owner}, cause ${id}`,
  ];
}

function jsonOf({
  id,
  state,
  primaryClass,
  representativeError,
  occurrenceCount,
  testCount,
  owners,
  ...group
}: FailureGroup) {
  const { firstSeen, lastSeen } = group;
  return {
    id,
    state,
    class: primaryClass,
    error: representativeError,
    failures: occurrenceCount,
    tests: testCount,
    owners,
    firstSeen,
    lastSeen,
  };
}
