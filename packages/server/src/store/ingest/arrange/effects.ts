import type { UploadEffect } from "@plumb/contract/runs/upload-effect.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { RunKey, RunSource } from "./run-sources.ts";
import type { Change } from "./write-arranged.ts";

interface UploadOutcome {
  readonly effect: UploadEffect;
  /** Name of the place that was added to its tests; empty if there is none. */
  readonly variant: string;
  readonly repeatedBy: number | null;
}

/** Returns the effect of each upload in combination with the others. */
export function effectsOf(arranged: {
  readonly sources: readonly RunSource[];
  readonly changes: readonly Change[];
  readonly places: ReadonlyMap<number, string>;
  readonly repeated: ReadonlyMap<number, number>;
}): Map<number, UploadOutcome> {
  const { sources, changes, places, repeated } = arranged;
  const byUpload = Map.groupBy(changes, ({ row }) => row.uploadId);
  const paths = new Map(sources.map(({ id, fileName }) => [id, fileName]));
  return new Map(
    sources.map(({ id }) => {
      const own = byUpload.get(id) ?? [];
      const count = (wanted: (change: Change) => boolean) => own.filter(wanted).length;
      const repeatedBy = repeated.get(id) ?? null;
      const effect: UploadEffect = {
        reran: count((change) => !isAside(change) && change.arranged.generation > 0),
        recovered: count(
          (change) =>
            !isAside(change) && change.arranged.generation > 0 && change.arranged.flaky && change.supersededBy === null,
        ),
        superseded: count((change) => !isAside(change) && change.supersededBy !== null),
        copies: count((change) => isAside(change) && change.row.status !== "skipped"),
        leftOut: count((change) => isAside(change) && change.row.status === "skipped"),
        place: places.get(id) ?? null,
        repeats: [...repeated].flatMap(([broken, by]) => (by === id ? [paths.get(broken) ?? ""] : [])).slice(0, 20),
        repeatedBy: repeatedBy === null ? null : (paths.get(repeatedBy) ?? null),
      };
      return [id, { effect, variant: places.get(id) ?? "", repeatedBy }];
    }),
  );
}

/** Returns true if the result of another upload replaces this one. */
function isAside({ arranged }: Change): boolean {
  return arranged.occurrence < 1;
}

export async function writeEffects(
  transaction: Db,
  { projectId }: RunKey,
  outcomes: ReadonlyMap<number, UploadOutcome>,
): Promise<void> {
  const all = [...outcomes.values()];
  await sql`
    update upload u set effect = given.effect::jsonb, variant = given.variant, repeated_by = given.repeated_by
      from unnest(${numbers([...outcomes.keys()])}::bigint[], ${texts(all.map(({ effect }) => JSON.stringify(effect)))}::text[],
                  ${texts(all.map(({ variant }) => variant))}::text[], ${numbers(all.map(({ repeatedBy }) => repeatedBy))}::bigint[])
           as given (id, effect, variant, repeated_by)
     where u.project_id = ${projectId} and u.id = given.id
  `.execute(transaction);
}
