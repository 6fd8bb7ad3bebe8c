-- A key may end by itself. Null: it lives until it is revoked.

alter table api_key add column expires_at timestamptz;
