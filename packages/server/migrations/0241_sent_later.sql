-- A live source that is sent from where its reporter kept it: it ended with the last thing that happened, not when it was sent.
alter table upload
  add column sent_later boolean not null default false,
  -- Until when it was heard live before that; null if it never was.
  add column live_until timestamptz;
