import { listProjectStates } from "@plumb/contract/projects/project-states.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { type ProjectStateRow, projectStates } from "#store/projects/project-states.ts";
import { type NewCauses, newCausesOf, presentStates } from "./present-states.ts";

/** Maximum number of failing projects that are sorted by new causes. More are sorted by name, because their causes would take too long. */
const maxSorted = 500;

interface Position {
  /** 0 for projects with new causes, which come first; 1 for others. */
  readonly rank: 0 | 1;
  readonly name: string;
}

export function projectStateRoutes(api: Api<"db">): void {
  api.route(listProjectStates, async ({ context: { db }, caller, query, now }) => {
    const { user } = signedIn(caller);
    const { search = "", state, limit, cursor } = query;
    const page = {
      userId: user.id,
      everyProject: user.role === "ADMIN",
      search: search.trim(),
      state,
      now,
    };
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const failing =
      state === "failing" ? await projectStates(db, { ...page, after: undefined, limit: maxSorted + 1 }) : undefined;
    const { rows, causes, rankOf } =
      failing !== undefined && failing.length <= maxSorted
        ? await withNewFirst(db, failing, { after, now })
        : await byName(db, await projectStates(db, { ...page, after: after?.name, limit: limit + 1 }), now);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: await presentStates(db, rows.slice(0, limit), { causes, now }),
      nextCursor: last === undefined ? null : writeCursor({ rank: rankOf(last), name: last.sortedBy }),
    };
  });
}

interface SortedRows {
  readonly rows: readonly ProjectStateRow[];
  readonly causes: NewCauses;
  readonly rankOf: (row: ProjectStateRow) => Position["rank"];
}

/** Sorts failing projects with new causes before those without, each by name, and returns those after the position. */
async function withNewFirst(
  db: Db,
  rows: readonly ProjectStateRow[],
  { after, now }: { readonly after: Position | undefined; readonly now: Date },
): Promise<SortedRows> {
  const causes = await newCausesOf(db, rows, now);
  const rankOf = ({ id }: ProjectStateRow) => (causes.has(id) ? 0 : 1);
  // The rows are sorted by name.
  const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
  const start = after === undefined ? 0 : sorted.findIndex((row) => isAfter(rankOf(row), row.sortedBy, after));
  return { rows: start < 0 ? [] : sorted.slice(start), causes, rankOf };
}

async function byName(db: Db, rows: readonly ProjectStateRow[], now: Date): Promise<SortedRows> {
  return { rows, causes: await newCausesOf(db, rows, now), rankOf: () => 1 };
}

function isAfter(rank: Position["rank"], name: string, after: Position): boolean {
  return rank === after.rank ? name > after.name : rank > after.rank;
}

/** A damaged cursor is a position, too: the list continues somewhere. */
function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, "base64url").toString().replaceAll("\0", "");
  return { rank: text.startsWith("0") ? 0 : 1, name: text.slice(1) };
}

function writeCursor({ rank, name }: Position): string {
  return Buffer.from(`${rank}${name}`).toString("base64url");
}
