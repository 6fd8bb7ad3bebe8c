import { expect, test } from "vitest";
import { affectedTests } from "./affected.mjs";

const server = "packages/server/src";
const web = "packages/web/src/features/gate";
const files = new Map([
  ["packages/contract/src/limits.ts", ""],
  ["packages/contract/src/limits.test.ts", 'import { max } from "#limits.ts";'],
  [`${server}/store/runs/gate.ts`, 'import { max } from "@plumb/contract/limits.ts";'],
  [`${server}/api/gate/gate.ts`, 'import { sql } from "kysely";\nimport {\n  gateOf,\n} from "#store/runs/gate.ts";'],
  [`${server}/api/gate/gate.test.ts`, 'import { createTestApp } from "#testing/app.ts";'],
  [`${server}/api/users/users.ts`, 'import type { Gate } from "#store/runs/gate.ts";'],
  [`${server}/api/users/users.test.ts`, 'import { createTestApp } from "#testing/app.ts";'],
  [`${server}/app.ts`, 'import { gate } from "#api/gate/gate.ts";\nimport { users } from "#api/users/users.ts";'],
  [`${server}/testing/app.ts`, 'import { createApp } from "#app.ts";'],
  [`${server}/api/users/users.access.ts`, ""],
  [`${server}/testing/endpoint-calls.ts`, ""],
  [`${server}/http/permissions.test.ts`, 'import { callOf } from "#testing/endpoint-calls.ts";'],
  [`${server}/store/worker.ts`, ""],
  [`${server}/store/thread.ts`, 'new Worker(new URL("./worker.ts", import.meta.url));'],
  [`${server}/store/thread.test.ts`, 'import { start } from "./thread.ts";'],
  [`${server}/store/migrate.test.ts`, ""],
  [`${web}/gate.tsx`, 'import styles from "./gate.module.css";'],
  [`${web}/gate.module.css`, ""],
  [`${web}/gate.story.tsx`, 'import { Gate } from "./gate.tsx";'],
  [`${web}/gate.spec.ts`, 'import type * as stories from "./gate.story.tsx";'],
  ["packages/formats/src/tap/tap.test.ts", ""],
  ["tools/docs/docs.test.ts", ""],
]);
const affected = (...changed: string[]) => affectedTests(changed, files);

test("tests beside a file that imports the change run; those that only use the whole app are counted", () => {
  expect(affected(`${server}/store/runs/gate.ts`)).toEqual({
    tests: [`${server}/api/gate/gate.test.ts`],
    specs: [],
    journeys: [],
    leftOut: 1,
  });
});

test("a change of a file that imports everything runs all tests that use it", () => {
  expect(affected(`${server}/app.ts`).tests).toEqual([
    `${server}/api/gate/gate.test.ts`,
    `${server}/api/users/users.test.ts`,
  ]);
});

test("tests of other packages run if they import the change", () => {
  const { tests, leftOut } = affected("packages/contract/src/limits.ts");
  expect({ tests, leftOut }).toEqual({ tests: ["packages/contract/src/limits.test.ts"], leftOut: 2 });
});

test("files that are named by URL count as imported", () => {
  expect(affected(`${server}/store/worker.ts`).tests).toContain(`${server}/store/thread.test.ts`);
});

test("a change of the access of an endpoint runs the tests that call all endpoints", () => {
  expect(affected(`${server}/api/users/users.access.ts`).tests).toContain(`${server}/http/permissions.test.ts`);
});

test("a style sheet or component runs the specs of its stories", () => {
  expect(affected(`${web}/gate.module.css`).specs).toEqual([`${web}/gate.spec.ts`]);
});

test("samples, migrations and documentation run the tests nearest to them", () => {
  expect(affected("packages/formats/src/tap/samples/a.tap").tests).toEqual(["packages/formats/src/tap/tap.test.ts"]);
  expect(affected("packages/server/migrations/0500_x.sql").tests).toEqual([`${server}/store/migrate.test.ts`]);
  expect(affected("docs/uploads.md").tests).toEqual(["tools/docs/docs.test.ts"]);
});
