import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import type { BatchBuilder } from "#ingest/record/batch-builder.ts";
import type { LaunchState } from "#ingest/sources/reportportal/launches/launch-state.ts";
import { type Item, titlesOf } from "./item.ts";
import { describedError, errorsOf, type Log, outputOf } from "#ingest/sources/reportportal/logs/logs.ts";
import { waitingLogs } from "#ingest/sources/reportportal/logs/waiting-logs.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";

/**
 * Closes suites and hooks. They are not tests: their output belongs to the run, and their own failure fails the run, as in report files of these
 * tools. Returns their keys, whose waiting events can be deleted.
 */
export async function closeSuites(
  { db }: Pick<Context, "db">,
  state: LaunchState,
  target: BatchTarget,
  builder: BatchBuilder,
): Promise<string[]> {
  const closed = [...state.closed];
  const waiting = await waitingLogs(db, target, closed);
  for (const key of closed) {
    const item = state.items.get(key);
    const logs = [...(waiting.get(key) ?? []), ...(state.logs.get(key) ?? [])];
    state.logs.delete(key);
    if (item !== undefined) closeSuite(item, logs, builder);
  }
  print(state.ofLaunch, builder);
  return closed;
}

function closeSuite(item: Item, logs: readonly Log[], builder: BatchBuilder): void {
  const { status } = item.said;
  const isRed = status === "failed" || status === "interrupted";
  const { errors, rest } = isRed || item.isParent ? errorsOf(logs) : { errors: [], rest: logs };
  // A suite without its own error failed only because its tests did.
  if (isRed && (errors.length > 0 || !item.isParent)) {
    const where = titlesOf(item).join(" › ") || item.said.name;
    const message = errors[0]?.message ?? describedError(item.said.description).error ?? "";
    builder.note("error", cut(`${where}: ${message.trim() === "" ? "failed" : message}`, limits.message), null, null);
    print(rest, builder);
  } else print(logs, builder);
}

function print(logs: readonly Log[], builder: BatchBuilder): void {
  const output = outputOf(logs);
  for (const stream of ["stdout", "stderr"] as const)
    if (output[stream] !== "") builder.take({ kind: "stdout", stream, text: output[stream] });
}
