-- A key may end by itself. Null: it lives until it is revoked.

alter table api_key add column expires_at timestamptz;
-- Of secrets that hold an underscore, more was kept to recognise them by than the four characters that were meant.
update api_key set prefix = substring(prefix from '^plumb_[0-9]+_.{0,4}')
 where prefix ~ '^plumb_[0-9]+_.{5,}';
