-- Addresses of repositories that were sent with a user name or a password, which links of commits would show.
update git_commit set repository = regexp_replace(repository, '^(https?://)[^/?#]*@', '\1', 'i')
 where repository ~* '^https?://[^/?#]*@';
