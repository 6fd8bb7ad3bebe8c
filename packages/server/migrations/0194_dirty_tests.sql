-- By test too: with the project alone, each hundred tests that were judged read all that still waited.
drop index test_state_dirty;
create index test_state_dirty on test_state (project_id, test_id) where dirty;
