-- Avatars, re-encoded, square and small. They are stored in the database, because they are only a few kilobytes and are
-- then deleted with their account and part of every backup. Global, like `user_account`.

create table avatar (
  user_id bigint primary key,
  -- Random and new for each image. Anyone who knows it can fetch the image, which never changes.
  name text not null unique,
  image bytea not null,
  created_at timestamptz not null default now()
);

alter table avatar add foreign key (user_id) references user_account (id) on delete cascade;
