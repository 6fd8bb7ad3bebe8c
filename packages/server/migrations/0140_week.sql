-- The lists of a week: tests that got slower, the slowest first, without looking at all tests of a project.
create index test_state_slowing on test_state (project_id, (recent_us::float8 / nullif(before_us, 0)) desc)
  where recent_us >= 1.25 * before_us and recent_us >= before_us + 500000;
-- Quarantines that ended in a time, by their date or before it.
create index quarantine_released on quarantine (project_id, released_at) where released_at is not null;
create index quarantine_ends on quarantine (project_id, ends_at) where ends_at is not null;
