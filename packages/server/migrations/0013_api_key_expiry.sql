-- Optional expiry of an API key. Without one, the key is valid until it is revoked.

alter table api_key add column expires_at timestamptz;
-- The stored prefix was too long if the secret contained an underscore. It should show only four characters.
update api_key set prefix = substring(prefix from '^plumb_[0-9]+_.{0,4}')
 where prefix ~ '^plumb_[0-9]+_.{5,}';
