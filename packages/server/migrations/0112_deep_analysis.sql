-- Analysis of a project's causes by a language model, and users' decisions that two causes are different.

-- The latest analysis of each project.
create table deep_analysis (
  project_id bigint primary key,
  status text not null check (status in ('running', 'completed')),
  -- Ids of the remaining causes, most failures first.
  waiting jsonb not null,
  -- Numbers of causes: in the window, to be sent, explained (before or now), failed, postponed.
  causes integer not null,
  asked integer not null,
  described integer not null,
  missed integer not null,
  left_for_later integer not null,
  -- Cost of the model, as in `report_analysis`.
  llm jsonb not null,
  started_at timestamptz not null,
  changed_at timestamptz not null
);

-- `apart`: two causes are different. It changes nothing; `before` contains their errors.
alter table decision drop constraint decision_kind_check;
alter table decision add constraint decision_kind_check check (kind in ('reclassify', 'merge', 'split', 'apart'));
create index decision_apart on decision (project_id) where kind in ('split', 'apart') and undone_at is null;

alter table deep_analysis add foreign key (project_id) references project (id) on delete cascade;
