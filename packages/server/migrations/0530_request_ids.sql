-- The request that caused a job or a delivery, and its span as a W3C traceparent. Null for scheduled work, and before version 0.3.
alter table job add column request_id text, add column trace_parent text;
alter table outbox_delivery add column request_id text, add column trace_parent text;
