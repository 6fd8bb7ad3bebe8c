-- True if the sender declared that the tests of the upload ran again.
alter table upload add column rerun boolean not null default false;
-- Machine and properties of the tests according to the report. They show whether two uploads ran at the same place.
alter table upload add column host text;
alter table upload add column traits jsonb;
-- Machine that sent the upload.
alter table upload add column sender_host text;
-- Distinguishes reports of the same content in a run: their folder, job, attempt and facts.
alter table upload add column origin text not null default '';
alter table upload drop constraint upload_project_id_run_id_content_hash_key;
alter table upload add unique (project_id, run_id, content_hash, origin);
