interface Statement {
  /** Its beginning, or a part that no other statement has. Spaces stand for any white space. */
  readonly text: string;
  readonly reason: string;
}

const byAddress = "The address has no project: this finds it.";
const jobs = "A job looks for work of all projects.";
const server = "A page of the server, or a metric, has the sum of all projects.";
const connector = "A connection of the server is used by several projects.";
const exports = "A user has exports of several projects.";

/** Statements over several projects on purpose. */
const statements: readonly Statement[] = [
  { text: 'select project_id as "projectId" from run where id = $1', reason: byAddress },
  { text: 'select project_id as "projectId" from export where id = $1', reason: byAddress },
  { text: 'select project_id as "projectId" from failure where result_id = $1', reason: byAddress },
  { text: 'select i.project_id as "projectId" from annotation i where i.id = $1', reason: byAddress },
  { text: 'select project_id as "projectId", id as "runId" from run where counted_day is null', reason: jobs },
  { text: 'select project_id as "projectId", id, suite, total from run where counted_day is null', reason: jobs },
  { text: 'select distinct project_id as "projectId" from quarantine where released_at is null', reason: jobs },
  { text: `from run r where r.status = 'running' and r.last_event_at < $1`, reason: jobs },
  { text: `from upload where status = 'receiving' and kind <> 'live'`, reason: jobs },
  { text: "from binding b where true and b.offer = 'tracker'", reason: jobs },
  {
    text: 'select s.project_id as "projectId", s.test_id as "testId" from test_state s where s.counts_until <',
    reason: jobs,
  },
  { text: "from arrival group by project_id", reason: jobs },
  { text: 'select distinct t.project_id as "projectId" from outbox_destination', reason: jobs },
  { text: "delete from outbox_delivery where created_at < $1 and status <> 'pending'", reason: jobs },
  { text: "delete from outbox_destination t where t.state = 'removed'", reason: jobs },
  {
    text: 'select project_id as "projectId", kind, target_id as "targetId" from outbox_delivery group by',
    reason: jobs,
  },
  { text: "update outbox_destination set broken_since = null where broken_since is not null", reason: jobs },
  { text: "from arrival where writer is not null order by id limit", reason: jobs },
  { text: "from weekly_mail w join user_account a on a.id = w.user_id", reason: jobs },
  { text: "delete from rule_message where created_at < $1", reason: jobs },
  { text: 'select project_id as "projectId" from git_commit where from_pull_request', reason: jobs },
  { text: "delete from export where expires_at <= $1", reason: jobs },
  { text: "from run_counter)::float8 as runs", reason: server },
  { text: "max(started_at) as at from suite_state group by project_id", reason: server },
  { text: "select kind, status, count(*)::integer as deliveries", reason: server },
  { text: "from binding b where b.connector_id = $1", reason: connector },
  { text: "and t.target_id = b.id where b.connector_id = any($1", reason: connector },
  { text: "update binding b set former_account = c.account", reason: connector },
  { text: "update binding b set connector_id = $1", reason: connector },
  { text: "from export where state in ('queued', 'running') and requested_by", reason: exports },
  { text: "delete from export where state not in ('queued', 'running') and requested_by", reason: exports },
];

export function isAcrossProjects(text: string): boolean {
  const line = text.replaceAll(/\s+/g, " ");
  return statements.some((each) => line.includes(each.text));
}
