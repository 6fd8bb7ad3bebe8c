import { sql } from "kysely";

/**
 * All projects `p`, with `each.project_id` for subqueries over their tables. A distributed database runs such a subquery on each node only if it refers to a
 * distributed table, and the counters of runs have one row per project.
 */
export const everyProject = sql.raw("run_counter each join project p on p.id = each.project_id");
