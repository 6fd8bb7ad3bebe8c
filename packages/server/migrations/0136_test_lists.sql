-- A page of a million tests is read from the index of its order; counting them stops at a thousand.
drop index test_state_score;
drop index test_state_slow;
drop index test_state_last_day;
create index test_state_last_day on test_state (project_id, last_day desc, test_id desc);
create index test_state_unstable on test_state (project_id, score desc, cost_us desc, test_id desc)
 where state in ('flaky', 'broken');
create index test_state_lost_time on test_state (project_id, cost_us desc, score desc, test_id desc)
 where state in ('flaky', 'broken');
create index test_state_since on test_state (project_id, state_since desc nulls last, test_id desc)
 where state in ('flaky', 'broken');
create index test_state_slow on test_state (project_id, recent_us desc nulls last, test_id desc);
create index test_state_slowing on test_state
 (project_id, (recent_us::double precision / nullif(before_us, 0)) desc nulls last, test_id desc)
 include (last_day)
 where recent_us >= 1.25 * before_us and recent_us >= before_us + 500000;
-- Finds tests that appeared when another one disappeared.
create index test_state_first_day on test_state (project_id, first_day);
-- Finds tests that a suite no longer runs.
create index test_state_series on test_state (project_id, series_id, last_day);
create index test_unowned on test (project_id, id) where owner is null;
