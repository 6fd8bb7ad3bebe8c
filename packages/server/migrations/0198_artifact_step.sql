-- Which step of its attempt an artifact was attached in, from 0 in the order of the steps; null where no report says so.
alter table artifact add column step integer;
