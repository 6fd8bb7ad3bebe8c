import type { UploadEffect } from "@plumb/contract/runs/upload-effect.ts";
import type { ArrangedSource } from "#store/ingest/arranged-results.ts";
import type { Change } from "./changes.ts";
import type { RunSource } from "./run-sources.ts";

/** Returns the effect of each source in combination with the others. */
export function effectsOf(arranged: {
  readonly sources: readonly RunSource[];
  readonly changes: readonly Change[];
  readonly places: ReadonlyMap<number, string>;
  readonly repeated: ReadonlyMap<number, number>;
}): Map<number, ArrangedSource> {
  const { sources, changes, places, repeated } = arranged;
  const bySource = Map.groupBy(changes, ({ row }) => row.sourceId);
  const paths = new Map(sources.map(({ id, fileName }) => [id, fileName]));
  return new Map(
    sources.map(({ id }) => {
      const own = bySource.get(id) ?? [];
      const count = (requested: (change: Change) => boolean) => own.filter(requested).length;
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

/** Returns true if the result of another source replaces this one. */
function isAside({ arranged }: Change): boolean {
  return arranged.occurrence < 1;
}
