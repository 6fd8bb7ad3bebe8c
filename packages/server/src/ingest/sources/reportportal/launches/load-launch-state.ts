import type { Context } from "#core/context.ts";
import { LaunchState, type Operation } from "./launch-state.ts";
import { identityOf, type ItemFields } from "#ingest/sources/reportportal/items/item.ts";
import { foreignItems, itemsByKeys, latestExecutions, openItemsOfCalls } from "#store/ingest/reportportal-items.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";

/** Loads everything that these operations refer to. */
export async function loadLaunchState(
  { db, writer }: Pick<Context, "db" | "writer">,
  target: BatchTarget,
  framework: string,
  operations: readonly Operation[],
): Promise<LaunchState> {
  const named = new Set(operations.flatMap(namedBy).map(streamKey));
  const items = await itemsByKeys<ItemFields>(db, target, [...named]);
  const chosen = operations.flatMap((operation) =>
    operation.kind === "start" && operation.uuid !== undefined ? streamKey(operation.uuid) : [],
  );
  const found = new Set(items.map(({ key }) => key));
  const foreign = await foreignItems(
    db,
    target,
    chosen.filter((key) => !found.has(key)),
  );
  const state = new LaunchState({ framework, writer: writer.id, foreign: new Set(foreign) });
  state.know(items);
  const executions = items.filter(
    ({ key, testKey, kind }) => kind === "step" && !found.has(testKey) && key !== testKey,
  );
  state.know(await itemsByKeys<ItemFields>(db, target, [...new Set(executions.map(({ testKey }) => testKey))]));
  const identities = new Set([
    ...operations.flatMap(identityNamed),
    ...items.flatMap(({ identity }) => identity ?? []),
  ]);
  const latest = await latestExecutions<ItemFields>(db, target, [...identities]);
  state.know(latest);
  for (const item of latest) if (item.identity !== null) state.latest.set(item.identity, item);
  const unnamed = operations.flatMap((operation) =>
    operation.kind === "start" && operation.uuid === undefined ? operation.call : [],
  );
  for (const item of await openItemsOfCalls<ItemFields>(db, target, { calls: unnamed, writer: writer.id })) {
    state.know([item]);
    state.unanswered.set(item.said.call, item);
  }
  return state;
}

function namedBy(operation: Operation): string[] {
  if (operation.kind === "logs") return operation.entries.flatMap(({ item }) => item ?? []);
  if (operation.kind !== "start") return [operation.uuid];
  const { uuid, parent, asked } = operation;
  return [uuid, parent, asked.retryOf ?? asked.retry_of].filter((id) => id !== undefined);
}

/** Returns the identity of the test that a call starts, to find its repetitions. */
function identityNamed(operation: Operation): string[] {
  if (operation.kind !== "start" || operation.asked.hasStats === false) return [];
  const { parent, asked } = operation;
  return [identityOf(parent === undefined ? null : streamKey(parent), asked)];
}
