import { expect, inject, test } from "vitest";
import { inDatabase } from "#testing/database.ts";
import { createServerHome } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

const template = inject("databaseTemplate");
/** Enough tests that the connections are cut long before the last one is written. */
const cases = Array.from({ length: 100_000 }, (_, index) => ["suite", `case ${index}`] as const);

/**
 * Blocks the writing of results and waits until a statement needs them. A connection that is cut between two batches would lose nothing, because the
 * next batch uses another connection.
 */
const cutWhileWriting = `
  do $$
  begin
    lock table result in share mode;
    for attempt in 1..5000 loop
      perform pg_stat_clear_snapshot();
      exit when exists (
        select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'copy result %');
      perform pg_sleep(0.001);
    end loop;
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  end $$`;

// The embedded database ends with its process, which crash.test.ts covers.
test.runIf(template.kind === "postgres")(
  "a database outage during an upload returns 503 and leaves no partial data, and the retry is complete",
  async () => {
    await using home = await createServerHome();
    const server = await home.start();
    const token = await signInAt(server);
    const headers = { authorization: `Bearer ${token}` };
    const projectId = await createProjectAt(server, token);
    const upload = () =>
      fetch(`${server.url}/api/ingest/uploads?projectId=${projectId}&build=1`, {
        method: "POST",
        headers,
        body: junit(cases),
      });
    const reports = async () =>
      (await (await fetch(`${server.url}/api/reports?projectId=${projectId}`, { headers })).json()) as {
        data: { summary: { total: number } }[];
      };

    const sending = upload();
    // Cuts every connection of the server as soon as the first rows are visible. Nothing would be lost before that.
    await expect.poll(async () => (await reports()).data[0]?.summary.total ?? 0, { interval: 5 }).toBeGreaterThan(0);
    await inDatabase(home.databaseUrl ?? "", cutWhileWriting);
    const refused = await sending;
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ success: false, code: "unavailable" }),
    ]);
    expect((await reports()).data).toEqual([]);
    const again = await upload();
    expect([again.status, (await reports()).data[0]?.summary.total]).toEqual([200, cases.length]);
  },
);
