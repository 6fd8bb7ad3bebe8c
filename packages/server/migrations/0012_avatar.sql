-- Pictures of people, as they are served: small, square and re-encoded. In the database, since they are few kilobytes
-- each, and so go with a replaced picture or a removed account, and into every backup. Global, as user_account is.

create table avatar (
  user_id bigint primary key,
  -- Random and new with each picture: whoever was given it may fetch the picture, and it never changes.
  name text not null unique,
  image bytea not null,
  created_at timestamptz not null default now()
);

alter table avatar add foreign key (user_id) references user_account (id) on delete cascade;
