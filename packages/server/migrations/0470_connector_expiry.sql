-- When the credentials of a connector expire.
create table connector_expiry (
  connector_id bigint primary key references connector (id) on delete cascade,
  -- As reported by the service; null if it reports none.
  reported_at timestamptz,
  -- Last day on which they are valid, as entered by an administrator.
  last_day date,
  -- End in the last notification, and the days before it: 14, 3, or 0 afterwards.
  notified_end timestamptz,
  notified_days smallint
);
