-- Some CI systems number jobs across all of a server: the attempts of one are far apart.
alter table upload alter column job_attempt type bigint;
