-- How the connectors of the fixed catalogue are set up. A global table: one row per connector that was ever set up.

create table connector (
  -- Its id in the catalogue.
  id text primary key,
  -- Settings by field, as text.
  settings jsonb not null,
  -- Secret settings by field, each encrypted with the server's secret, in base64.
  secrets jsonb not null,
  disabled boolean not null default false,
  -- Counts the saves: a test speaks of the settings it started with.
  version integer not null default 1,
  tested_at timestamptz,
  test_passed boolean,
  test_message text
);
