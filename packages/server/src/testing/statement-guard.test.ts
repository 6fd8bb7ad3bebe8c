import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { tablesWithoutProject } from "./statement-guard.ts";

beforeAll(loadModule);

const tables = new Set(["result", "run", "test"]);

test.each([
  ["select * from run where id = $1", ["run"]],
  ["select * from run where project_id = $1", []],
  ["select * from run where project_id = (select $1::bigint) and id = $2", []],
  ["select * from run where project_id + 0 = $1", []],
  ["select * from run where project_id = any($1)", []],
  ["select * from run where (project_id, id) in (select 1, 2)", []],
  ["select * from run where project_id = $1 or id = $2", ["run"]],
  ["select * from run where project_id > $1", ["run"]],
  ["select * from run r join result x on x.project_id = r.project_id where r.project_id = $1", []],
  ["select * from run r join result x on x.run_id = r.id where r.project_id = $1", ["result x"]],
  ["select * from run join result using (project_id, id) where run.project_id = $1", []],
  ["select * from run r where r.project_id = $1 and exists (select from result where run_id = r.id)", ["result"]],
  ["select * from (select * from run offset 0) r where project_id = $1", ["run"]],
  ["select * from run where project_id = $1 union all select * from run", ["run"]],
  ["with run as (select 1 as id) select * from run", []],
  ["with late as (select * from run) select * from late where project_id = $1", ["run"]],
  ["update result r set rank = 1 from run n where r.project_id = $1", ["run n"]],
  ["update result set rank = (select id from test) where project_id = $1", ["test"]],
  ["delete from result using run where result.project_id = $1 and run.project_id = $1", []],
  ["insert into test select * from result", ["result"]],
  ["insert into test (project_id, id) values ($1, $2)", []],
  ["begin", []],
])("%s", (text, open) => {
  expect(tablesWithoutProject(text, tables)).toEqual(open);
});
