-- Some CI systems number jobs across the whole server, so the attempts of one job may have distant numbers.
alter table upload alter column job_attempt type bigint;
