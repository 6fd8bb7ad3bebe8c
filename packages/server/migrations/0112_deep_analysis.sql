-- A language model goes through the causes of a project, and people say of two causes that they are not the same.

-- The latest time, by project.
create table deep_analysis (
  project_id bigint primary key,
  status text not null check (status in ('running', 'completed')),
  -- Ids of the causes that it is still to be asked about, those of most failures first.
  waiting jsonb not null,
  -- Causes: of the window, of these to be asked about, put into words (before or now), missed, left for another time.
  causes integer not null,
  asked integer not null,
  described integer not null,
  missed integer not null,
  left_for_later integer not null,
  -- The model's share, as in `report_analysis`.
  llm jsonb not null,
  started_at timestamptz not null,
  changed_at timestamptz not null
);

-- `apart`: two causes are not the same. It changes nothing; `before` names the errors that are meant.
alter table decision drop constraint decision_kind_check;
alter table decision add constraint decision_kind_check check (kind in ('reclassify', 'merge', 'split', 'apart'));
create index decision_apart on decision (project_id) where kind in ('split', 'apart') and undone_at is null;

alter table deep_analysis add foreign key (project_id) references project (id) on delete cascade;
