-- Settings of connectors. A global table with a row for each connector that was ever configured.

create table connector (
  -- Connector id.
  id text primary key,
  -- Settings by field, as text.
  settings jsonb not null,
  -- Secret settings by field, each encrypted with the server's secret, in base64.
  secrets jsonb not null,
  disabled boolean not null default false,
  -- Number of changes. A test only updates the settings that it started with.
  version integer not null default 1,
  tested_at timestamptz,
  test_passed boolean,
  test_message text
);
