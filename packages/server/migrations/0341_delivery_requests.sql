-- Method and address of the last request of a delivery, without secrets.
alter table outbox_delivery add column request text;
