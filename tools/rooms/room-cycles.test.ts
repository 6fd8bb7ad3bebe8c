import { expect, test } from "vitest";
import { roomCycles, roomOf } from "./room-cycles.mjs";

test.for([
  ["app.ts", "app.ts"],
  ["store/db.ts", "store"],
  ["store/runs/runs.ts", "store/runs"],
  ["ingest/record/readers.ts", "ingest/record"],
  ["ingest/sources/files/receive.ts", "ingest/sources/files"],
] as const)("%s belongs to the room %s", ([file, room]) => {
  expect(roomOf(file)).toBe(room);
});

test("accepts rooms that import rooms below them", () => {
  const files = new Map([
    ["api/runs/runs.ts", 'import { a } from "#runs/a.ts";\nimport { b } from "./present.ts";'],
    ["api/runs/present.ts", 'import type { Row } from "#store/runs/rows.ts";'],
    ["runs/a.ts", 'import { c } from "#store/runs/rows.ts";\nimport { z } from "zod";'],
    ["store/runs/rows.ts", 'import pg from "pg";'],
  ]);
  expect(roomCycles(files)).toEqual([]);
});

test("names the rooms of a planted cycle, and the imports that close it", () => {
  const files = new Map([
    ["jobs/enqueue.ts", 'import { send } from "#webhooks/send.ts";'],
    ["webhooks/send.ts", 'import {\n  note,\n} from "#runs/note.ts";'],
    ["runs/note.ts", 'import { enqueue } from "#jobs/enqueue.ts";'],
    ["api/runs.ts", 'import { note } from "#runs/note.ts";'],
  ]);
  expect(roomCycles(files)).toEqual([
    {
      rooms: ["jobs", "runs", "webhooks"],
      imports: [
        "jobs/enqueue.ts imports webhooks/send.ts",
        "webhooks/send.ts imports runs/note.ts",
        "runs/note.ts imports jobs/enqueue.ts",
      ],
    },
  ]);
});

test("finds cycles of types, of dynamic imports and between rooms of ingest", () => {
  const files = new Map([
    ["core/context.ts", 'import type { Readers } from "#ingest/record/readers.ts";'],
    ["ingest/record/readers.ts", 'import { log } from "#core/log.ts";'],
    ["ingest/bundle/plan.ts", 'const lazily = () => import("#ingest/spool/spool.ts");'],
    ["ingest/spool/spool.ts", 'import type { Plan } from "#ingest/bundle/plan.ts";'],
  ]);
  expect(roomCycles(files).map(({ rooms }) => rooms)).toEqual([
    ["core", "ingest/record"],
    ["ingest/bundle", "ingest/spool"],
  ]);
});
