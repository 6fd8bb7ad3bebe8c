-- The lists of a week, without looking at all tests of a project: those that got slower, the slowest first, and those that
-- broke last. What they are filtered by lies beside it.
create index test_state_slowing on test_state (project_id, (recent_us::float8 / nullif(before_us, 0)) desc) include (test_id, last_day)
  where recent_us >= 1.25 * before_us and recent_us >= before_us + 500000;
create index test_state_broken on test_state (project_id, state_since desc nulls last, test_id) where state = 'broken';
-- Quarantines that ended in a time, by their date or before it.
create index quarantine_released on quarantine (project_id, released_at) where released_at is not null;
create index quarantine_ends on quarantine (project_id, ends_at) where ends_at is not null;
