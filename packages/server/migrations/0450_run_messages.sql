-- Whether an error failed in a series of runs before is one lookup per series, regardless of the number of failures.
create index failure_signature_history on failure (project_id, signature_id, history_key, failed_at) include (run_id)
 where not gone and not flaky;

alter table rule_message
  -- Run whose message this is, or whose message announced the cause.
  add column run_id bigint,
  -- Hash of the content that was queued last, for messages that are edited when their run changes.
  add column content_hash text,
  -- Number of edits that were queued.
  add column edits integer not null default 0;
create index rule_message_run on rule_message (project_id, rule_id, run_id) where content_hash is not null;

-- Subjects of a message, such as `cause:5` or `incident:3`. The summary lists those that have ended separately.
alter table withheld_message add column subjects text[] not null default '{}';
