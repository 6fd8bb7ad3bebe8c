-- State of the page, or the HTTP response, at the time of the first failure with an error. The class may depend on it, so a later
-- classification needs it too.
alter table failure_signature add column page text;
