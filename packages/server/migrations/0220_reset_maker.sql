-- Administrator who created a link for a new password, which is valid while they are one. Null if the account's owner
-- requested it by email.

alter table password_reset add column created_by bigint;
