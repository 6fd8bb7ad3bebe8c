-- Optional expiry of an API key. Without one, the key is valid until it is revoked.

alter table api_key add column expires_at timestamptz;
-- For secrets with an underscore, the stored prefix was longer than the intended four characters.
update api_key set prefix = substring(prefix from '^plumb_[0-9]+_.{0,4}')
 where prefix ~ '^plumb_[0-9]+_.{5,}';
