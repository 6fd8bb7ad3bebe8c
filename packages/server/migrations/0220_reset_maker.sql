-- The administrator who made a link for a new password: it works only while they are one. Null where the account's owner
-- asked for it by mail.

alter table password_reset add column created_by bigint;
