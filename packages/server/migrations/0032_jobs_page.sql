-- Pages of jobs for administrators: each state is a range of this index.
drop index job_state;
create index job_state on job (state, scheduled, id);
