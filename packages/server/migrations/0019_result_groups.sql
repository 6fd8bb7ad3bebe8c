-- Failures of a run by what they have in common: counted and read from here, however many tests passed.
create index result_failure on result (project_id, run_id, failure_signature, rank, seq)
 where superseded_by is null and failure_signature is not null;
