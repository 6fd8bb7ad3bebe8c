-- Whether webhooks were sent new causes of tests that already failed before. They are known when the failures are collected, after the newly failing
-- tests (`announced`).
alter table upload add column causes_announced boolean not null default false;
