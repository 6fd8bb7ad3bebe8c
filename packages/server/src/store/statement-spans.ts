import { cut } from "@plumb/contract/text/cut.ts";
import type { LogEvent } from "kysely";
import { currentScope } from "#tracing/scope.ts";
import { errorType, startSpan } from "#tracing/spans.ts";

const maxTextLength = 2000;

/** Records a statement that has ended as a span, without its parameters. Statements outside requests and jobs, which poll, are left out. */
export function recordStatement(event: LogEvent): void {
  if (currentScope().span === null) return;
  const { sql } = event.query;
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "SQL";
  const span = startSpan(operation, {
    kind: "client",
    startTime: Date.now() - event.queryDurationMillis,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": cut(sql, maxTextLength),
    },
  });
  if (event.level === "error") span?.fail(errorType(event.error));
  span?.end();
}
