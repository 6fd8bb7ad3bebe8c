-- Includes the test, because with the project alone, evaluating a hundred tests read all waiting ones.
drop index test_state_dirty;
create index test_state_dirty on test_state (project_id, test_id) where dirty;
