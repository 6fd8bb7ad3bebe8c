-- A connection whose connector was deleted is connected again when the same account is configured.
alter table connector
  -- Identity of the account at the service, from the last successful test; null if it is not known.
  add column account text;
alter table binding
  -- Account of the deleted connector, and whether it belonged to the server; null if it is not known.
  add column former_account text,
  add column former_is_server boolean;
create index binding_waiting on binding (connector_type, former_account) where connector_id is null and former_account is not null;
