import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * Makes each transaction of a test fail if it changes rows that a read model keeps in memory and doesn't raise their revision: such a model
 * would show the old rows until something else changes. So every test that writes also proves that the write isn't forgotten.
 *
 * Triggers note which revisions a transaction raised; deferred constraint triggers compare the changed rows with them when it commits.
 */
export async function guardRevisions(db: Db): Promise<void> {
  await sql
    .raw(`
    create schema revision_guard;

    create function revision_guard.counter(variadic parts text[]) returns text language sql immutable as
      $$ select 'revision_guard.' || array_to_string(parts, '_') $$;

    create function revision_guard.require(counter text, changed text) returns void language plpgsql as $$
    begin
      if coalesce(current_setting(counter, true), '') = '' and coalesce(current_setting('revision_guard.off', true), '') = '' then
        raise exception '% changed, but its transaction did not raise %', changed, counter;
      end if;
    end $$;

    -- Arguments: the counter's name, then the columns that identify it.
    create function revision_guard.note() returns trigger language plpgsql as $$
    declare counter text := 'revision_guard.' || tg_argv[0] || '_' || (to_jsonb(new) ->> 'project_id');
    begin
      if tg_op = 'UPDATE' and new.revision <= old.revision then return null; end if;
      if tg_nargs > 1 then counter := counter || '_' || (to_jsonb(new) ->> tg_argv[1]); end if;
      perform set_config(counter, new.revision::text, true);
      return null;
    end $$;

    create trigger note after insert or update of revision on run
      for each row execute function revision_guard.note('run', 'id');
    create trigger note after insert or update of revision on failure_state
      for each row execute function revision_guard.note('failures');
    create trigger note after insert or update of revision on trend_state
      for each row execute function revision_guard.note('trends');

    create function revision_guard.result() returns trigger language plpgsql as $$
    declare changed result := case when tg_op = 'DELETE' then old else new end;
    begin
      if tg_op = 'UPDATE'
         and (old.run_id, old.test_id, old.superseded_by, old.rank, old.seq, old.occurrence, old.duration_ms, old.browser, old.author,
              old.error_line, old.failure_signature, old.annotations)
             is not distinct from
             (new.run_id, new.test_id, new.superseded_by, new.rank, new.seq, new.occurrence, new.duration_ms, new.browser, new.author,
              new.error_line, new.failure_signature, new.annotations) then
        return null;
      end if;
      -- Nothing is shown of a deleted run, or of a project that is being deleted.
      if exists (select from run r join project p on p.id = r.project_id
                  where r.project_id = changed.project_id and r.id = changed.run_id and r.removed_at is null and p.status <> 'deleting') then
        perform revision_guard.require(revision_guard.counter('run', changed.project_id::text, changed.run_id::text), 'result ' || changed.id);
      end if;
      return null;
    end $$;
    create constraint trigger guard after insert or update or delete on result
      deferrable initially deferred for each row execute function revision_guard.result();

    create function revision_guard.run() returns trigger language plpgsql as $$
    begin
      if old.removed_at is distinct from new.removed_at
         and exists (select from failure where project_id = new.project_id and run_id = new.id) then
        perform revision_guard.require(revision_guard.counter('failures', new.project_id::text), 'run ' || new.id);
      end if;
      return null;
    end $$;
    create constraint trigger guard after update on run
      deferrable initially deferred for each row execute function revision_guard.run();

    -- Arguments: the counter's name, then the columns that the model reads.
    create function revision_guard.project() returns trigger language plpgsql as $$
    declare
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      becomes jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
      project_id text := coalesce(becomes, was) ->> 'project_id';
    begin
      if tg_op = 'UPDATE' and not exists (
        select from generate_series(1, tg_nargs - 1) place where was -> tg_argv[place] is distinct from becomes -> tg_argv[place]) then
        return null;
      end if;
      -- The tests of a large run are shown after its last step, which raises the revision.
      if tg_table_name = 'test_activity' and exists (select from counting_run c where c.project_id::text = coalesce(becomes, was) ->> 'project_id') then
        return null;
      end if;
      if exists (select from project p where p.id = project_id::bigint and p.status <> 'deleting') then
        perform revision_guard.require(revision_guard.counter(tg_argv[0], project_id), tg_table_name || ' ' || coalesce(becomes, was)::text);
      end if;
      return null;
    end $$;
  `)
    .execute(db);
  for (const { table, events, counter, columns } of guarded) {
    await sql
      .raw(`
      create constraint trigger guard_${counter} after ${events} on ${table} deferrable initially deferred
        for each row execute function revision_guard.project(${[counter, ...columns].map((text) => `'${text}'`).join(", ")})
    `)
      .execute(db);
  }
}

/** Lets a transaction of a test write states that no request creates. */
export async function ignoreRevisions(transaction: Db): Promise<void> {
  await sql`select set_config('revision_guard.off', 'on', true)`.execute(transaction);
}

interface Guarded {
  readonly table: string;
  readonly events: string;
  readonly counter: "failures" | "trends";
  /** Columns in the read model: an update of others needs no revision. */
  readonly columns: readonly string[];
}

const guarded: readonly Guarded[] = [
  {
    table: "failure",
    events: "insert or update",
    counter: "failures",
    columns: [
      "result_id",
      "run_id",
      "test_id",
      "signature_id",
      "failed_at",
      "rule_id",
      "flaky",
      "gone",
      "class",
      "browser",
    ],
  },
  {
    table: "failure_signature",
    events: "insert or update",
    counter: "failures",
    columns: ["group_id", "first_seen", "last_seen", "first_run", "last_run"],
  },
  {
    table: "failure_group",
    events: "insert or update",
    counter: "failures",
    columns: ["class", "sub_class", "regressed_run_id", "pinned", "decided_by", "rule_id"],
  },
  {
    table: "classification_rule",
    events: "insert or update or delete",
    counter: "failures",
    columns: ["class", "sub_class", "enabled"],
  },
  {
    table: "counted_run",
    events: "insert or update",
    counter: "trends",
    columns: [
      "series_id",
      "started_at",
      "duration_ms",
      "status",
      "gone",
      "deleted",
      "total",
      "passed",
      "failed",
      "errored",
      "flaky",
      "first_passed",
      "quarantined",
      "flaky_us",
      "label_set_id",
    ],
  },
  {
    table: "run_owner",
    events: "insert or update or delete",
    counter: "trends",
    columns: ["owner", "total", "passed", "failed", "flaky", "first_passed", "quarantined", "flaky_us"],
  },
  {
    table: "test_activity",
    events: "insert or update or delete",
    counter: "trends",
    columns: ["first_day", "last_day", "series_id"],
  },
  { table: "test", events: "update", counter: "trends", columns: ["owner"] },
];
