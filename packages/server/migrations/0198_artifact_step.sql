-- Index of the step in its attempt that the artifact was attached in, from 0; null if unknown.
alter table artifact add column step integer;
