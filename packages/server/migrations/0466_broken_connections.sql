-- Destinations that stopped working, so that project leads are notified once, and once more when they work again.
alter table outbox_destination
  -- Reason why all deliveries fail; null if it works, or if it only rejects some deliveries.
  add column problem text,
  -- Deliveries that it has rejected since its last success.
  add column rejections integer not null default 0,
  -- First success after the last problem.
  add column working_since timestamptz,
  -- Start of the problem that leads were notified of; null if it works.
  add column broken_since timestamptz,
  -- When leads were last notified of a problem, and of its end.
  add column broken_reported_at timestamptz,
  add column recovered_at timestamptz;
create index outbox_destination_failing on outbox_destination (failing_since) where problem is not null and broken_since is null;
create index outbox_destination_broken on outbox_destination (broken_since) where broken_since is not null;

-- The same for reading the tickets of a tracker.
alter table binding
  add column read_problem text,
  add column read_failing_since timestamptz,
  add column read_working_since timestamptz;

-- Start of the problem of a server's account that administrators were notified of.
alter table connector add column broken_since timestamptz;
