alter table incident drop constraint incident_kind_check;
-- `fact`: the subject has one fact per line, `key=value`.
alter table incident add constraint incident_kind_check check (kind in ('host', 'worker', 'fact', 'cause'));

-- Runs with facts that end later change the incidents before them, even if they have no failures.
alter table failure_state add column incidents_trend_revision bigint not null default 0;
update failure_state f set incidents_trend_revision = t.revision from trend_state t where t.project_id = f.project_id;
