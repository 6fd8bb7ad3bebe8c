-- Live sources that were spooled by their reporter end with their last event, not when they were sent.
alter table upload
  add column sent_later boolean not null default false,
  -- Until when it was live before; null if it never was.
  add column live_until timestamptz;
