import { expect, test } from "vitest";
import { misplacedFiles } from "./store-files.mjs";

const files = new Map([
  ["store/runs/runs.ts", 'import { type RawBuilder, sql } from "kysely";'],
  ["store/runs/status.ts", 'import type { Row } from "./runs.ts";'],
  ["store/runs/types.ts", 'import type { RawBuilder } from "kysely";'],
  ["store/batcher.ts", ""],
  ["store/copy-lines.ts", 'import { sql } from "kysely";'],
  ["store/embedded/wire.ts", ""],
  ["runs/status.ts", ""],
]);

test("finds files of store/ without SQL that are not helpers, and helpers that contain SQL or do not exist", () => {
  expect(misplacedFiles(files, ["store/batcher.ts", "store/copy-lines.ts", "store/gone.ts"])).toEqual({
    withoutSql: ["store/runs/status.ts", "store/runs/types.ts"],
    notHelpers: ["store/copy-lines.ts", "store/gone.ts"],
  });
});
