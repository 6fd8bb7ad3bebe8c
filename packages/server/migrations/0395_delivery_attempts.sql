-- The last attempts of a delivery, oldest first: time, duration in milliseconds, HTTP status and error message.
alter table outbox_delivery add column history jsonb not null default '[]';
