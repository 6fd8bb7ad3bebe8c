-- The index of the slowing tests was dropped with the column `last_day`, which it included.
create index test_state_slowing on test_state
  (project_id, (recent_us::double precision / nullif(before_us, 0)) desc nulls last, test_id desc)
  where recent_us >= 1.25 * before_us and recent_us >= before_us + 500000;
