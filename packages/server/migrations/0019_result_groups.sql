-- Failures of a run by their common cause, counted without reading passed tests.
create index result_failure on result (project_id, run_id, failure_signature, rank, seq)
 where superseded_by is null and failure_signature is not null;
