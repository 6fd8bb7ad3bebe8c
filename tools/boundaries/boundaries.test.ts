import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../../oxlint.config.ts";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
const boundaryRules = [
  "no-restricted-imports",
  "import(no-relative-parent-imports)",
  "oxc(no-barrel-file)",
  "import(no-cycle)",
];

/** Packages with reporters for test tools. */
const reporters = globSync("packages/reporter-*", { cwd: repository }).filter((folder) => !folder.endsWith("-core"));

/** Imports that the linter must reject, one for each boundary. */
const trespasses: readonly (readonly [string, string])[] = [
  ["packages/contract/src/x.ts", 'import "node:fs";'],
  ["packages/contract/src/x.ts", 'import "react";'],
  ["packages/contract/src/x.ts", 'import "@plumb/client/client.ts";'],
  ["packages/formats/src/junit/x.ts", 'import "@plumb/client/client.ts";'],
  ["packages/formats/src/junit/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/formats/src/junit/x.ts", 'import "node:fs";'],
  ["packages/formats/src/junit/x.ts", 'import "node:fs/promises";'],
  ["packages/formats/src/junit/x.ts", 'import "kysely";'],
  ["packages/analysis/src/x.ts", 'import "@plumb/contract/runs/reports.ts";'],
  ["packages/analysis/src/x.ts", 'import "node:fs";'],
  ["packages/client/src/x.ts", 'import "node:http";'],
  ["packages/client/src/x.ts", 'import "react";'],
  ["packages/client/src/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/code-hosts/src/x.ts", 'import "node:http";'],
  ["packages/code-hosts/src/x.ts", 'import "@plumb/client/client.ts";'],
  ["packages/cli/src/commands/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/cli/src/commands/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/reporter-core/src/x.ts", 'import "@plumb/cli/program.ts";'],
  ["packages/reporter-core/src/x.ts", 'import "@plumb/server/app.ts";'],
  ...reporters.flatMap((reporter) => [
    [`${reporter}/src/x.ts`, 'import "@plumb/client/client.ts";'] as const,
    [`${reporter}/src/x.ts`, 'import "@plumb/server/app.ts";'] as const,
  ]),
  ["packages/web/src/lib/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/web/src/lib/x.ts", 'import "#features/reports/reports.queries.ts";'],
  ["packages/web/src/ui/x.ts", 'import "#features/reports/reports.queries.ts";'],
  ["packages/web/src/ui/x.ts", 'import "#routes/router.tsx";'],
  ["packages/web/src/ui/x.ts", 'import "node:path";'],
  ["packages/web/src/ui/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/web/src/routes/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/web/src/routes/x.ts", 'import "node:path";'],
  ["packages/web/src/routes/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/web/src/routes/x.ts", 'import "@plumb/cli/main.ts";'],
  ["packages/web/src/features/reports/x.ts", 'import "#features/projects/projects.queries.ts";'],
  ["packages/web/src/features/report/x.ts", 'import "#features/results/results.queries.ts";'],
  ["packages/web/src/features/report/header/x.ts", 'import "#features/reports/report-list.queries.ts";'],
  ["packages/web/src/features/report/header/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/web/src/features/results/list/x.ts", 'import "#features/report/report.queries.ts";'],
  ["packages/web/src/features/results/list/x.ts", 'import "#routes/router.tsx";'],
  ["packages/web/src/features/results/list/x.ts", 'import "node:path";'],
  ["packages/web/src/features/failures/lists/x.ts", 'import "#features/items/items.queries.ts";'],
  ["packages/web/src/features/items/detail/x.ts", 'import "#features/failures/failures.queries.ts";'],
  ["packages/web/src/features/reports/x.ts", 'import "#routes/router.tsx";'],
  ["packages/web/src/features/reports/x.ts", 'import "#main.tsx";'],
  ["packages/web/src/features/reports/x.ts", 'import "node:path";'],
  ["packages/web/src/features/reports/x.ts", 'import "@plumb/server/app.ts";'],
  ["packages/server/src/store/x.ts", 'import "#api/reports/reports.ts";'],
  ["packages/server/src/store/x.ts", 'import "#app.ts";'],
  ["packages/server/src/store/embedded/x.ts", 'import "#ingest/recorder.ts";'],
  ["packages/server/src/store/x.ts", 'import "fastify";'],
  ["packages/server/src/store/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/server/src/store/x.ts", 'import "#read-models/read-model.ts";'],
  ["packages/server/src/read-models/x.ts", 'import "#api/reports/reports.ts";'],
  ["packages/server/src/read-models/x.ts", 'import "fastify";'],
  ["packages/server/src/files/blobs/x.ts", 'import "#exports/file-name.ts";'],
  ["packages/server/src/files/blobs/x.ts", 'import "#app.ts";'],
  ["packages/server/src/files/blobs/x.ts", 'import "pg";'],
  ["packages/server/src/files/blobs/x.ts", 'import "fastify";'],
  ["packages/server/src/api/reports/x.ts", 'import "pg";'],
  ["packages/server/src/api/reports/x.ts", 'import "kysely";'],
  ["packages/server/src/api/reports/x.ts", 'import "@electric-sql/pglite";'],
  ["packages/server/src/api/reports/x.ts", 'import "fastify";'],
  ["packages/server/src/api/reports/x.ts", 'import "@fastify/multipart";'],
  ["packages/server/src/api/reports/x.ts", 'import "@plumb/client/client.ts";'],
  ["packages/server/src/api/reports/x.ts", 'import "@plumb/web/vite.config.ts";'],
  ["packages/server/src/api/reports/x.ts", 'import "../../store/runs/runs.ts";'],
  ["packages/server/src/http/x.ts", 'import "pg";'],
  ["packages/server/src/ingest/x.ts", 'import "kysely";'],
  ["packages/server/src/ingest/x.ts", 'import "@plumb/cli/main.ts";'],
  ["packages/server/src/app.ts", 'import "pg";'],
  ["packages/server/src/jobs/x.ts", 'import "pg";'],
  ["packages/server/src/files/images/x.ts", 'import "#http/api.ts";'],
  ["packages/server/src/threads/x.ts", 'import "#ingest/readers.ts";'],
  ["packages/server/src/threads/x.ts", 'import "#store/db.ts";'],
  ["packages/server/src/files/traces/x.ts", 'import "#ingest/record/batch-builder.ts";'],
  ["packages/server/src/senders/webhooks/x.ts", 'import "#threads/worker-pool.ts";'],
  ["packages/server/src/outgoing/x.ts", 'import "#store/db.ts";'],
  ["packages/server/src/failures/x.ts", 'import "#http/api.ts";'],
  ["packages/server/src/core/x.ts", 'import "#http/api.ts";'],
  ["packages/server/src/core/x.ts", 'import "fastify";'],
  ["packages/server/src/core/context.ts", 'import "fastify";'],
  ["packages/server/src/http/x.ts", 'import "#api/reports/reports.ts";'],
  ["packages/server/src/http/x.ts", 'import "#ingest/sources/files/receive.ts";'],
  ["packages/server/src/http/x.ts", 'import "#store/runs/runs.ts";'],
  ["packages/server/src/realtime/x.ts", 'import "#runs/retention.ts";'],
  ["packages/server/src/realtime/x.ts", 'import "fastify";'],
  ["packages/server/src/connectors/mail/x.ts", 'import "#api/settings/settings.ts";'],
  ["packages/server/src/connectors/x.ts", 'import "@plumb/formats/detect.ts";'],
  ["packages/server/src/runs/x.ts", 'import "#senders/run-ended.ts";'],
  ["packages/server/src/runs/x.ts", 'import "#http/api.ts";'],
  ["packages/server/src/senders/webhooks/x.ts", 'import "#jobs/engine.ts";'],
  ["packages/server/src/exports/render/x.ts", 'import "#api/results/results.ts";'],
  ["packages/server/src/exports/queue/x.ts", 'import "#jobs/engine.ts";'],
  ["packages/server/src/ingest/x.ts", 'import "#exports/queue/make-export.ts";'],
  ["packages/server/src/ingest/x.ts", 'import "#api/reports/reports.ts";'],
  ["packages/server/src/jobs/handlers/x.ts", 'import "#api/reports/reports.ts";'],
  ["packages/server/src/jobs/handlers/x.ts", 'import "#http/api.ts";'],
  ["packages/server/src/api/reports/x.ts", 'import "#jobs/engine.ts";'],
  ["packages/server/src/api/reports/x.ts", 'import "#ingest/plan.ts";'],
  ["packages/server/src/api/reports/x.ts", 'import "socket.io";'],
  ["packages/server/src/failures/x.ts", 'import "#senders/run-ended.ts";'],
  ["packages/server/src/inbox/x.ts", 'import "#senders/run-ended.ts";'],
  ["packages/web/src/features/results/list/x.ts", 'import "#features/projects/projects.queries.ts";'],
  ["packages/formats/src/index.ts", 'export * from "./junit/junit.ts";'],
];

/** Imports that the linter must accept. If it rejects one, a neighbouring rule is too strict. */
const legal: readonly (readonly [string, string])[] = [
  [
    "packages/contract/src/legal.ts",
    'import { z } from "zod"; import { a } from "#endpoint.ts"; import { b } from "./errors.ts";',
  ],
  [
    "packages/formats/src/legal.ts",
    'import { a } from "@plumb/contract/result-event.ts"; import { b } from "#detect.ts"; import { c } from "saxes";',
  ],
  [
    "packages/analysis/src/errors/legal.ts",
    'import { a } from "@plumb/contract/text/cut.ts"; import { b } from "#errors/primary-error.ts"; import { c } from "node:crypto";',
  ],
  [
    "packages/client/src/legal.ts",
    'import { a } from "@plumb/contract/runs/ingest.ts"; import { b } from "#retry.ts"; import { c } from "./client.ts";',
  ],
  [
    "packages/code-hosts/src/legal.ts",
    'import { a } from "@plumb/contract/runs/pull-request.ts"; import { b } from "node:crypto"; import { c } from "./github.ts";',
  ],
  [
    "packages/cli/src/legal.ts",
    'import { a } from "@plumb/contract/runs/ingest.ts"; import { d } from "@plumb/code-hosts/github.ts"; import { b } from "@plumb/client/retry.ts"; import { c } from "node:fs";',
  ],
  [
    "packages/reporter-core/src/legal.ts",
    'import { a } from "@plumb/client/retry.ts"; import { b } from "@plumb/formats/limits.ts"; import { c } from "node:fs";',
  ],
  ...reporters.map(
    (reporter) =>
      [
        `${reporter}/src/legal.ts`,
        'import { a } from "@plumb/reporter-core/spool.ts"; import { b } from "@plumb/contract/result-event.ts";',
      ] as const,
  ),
  [
    "packages/web/src/routes/legal.ts",
    'import { a } from "#features/reports/reports.queries.ts"; import { b } from "@plumb/client/client.ts";',
  ],
  [
    "packages/web/src/features/reports/legal.ts",
    'import { a } from "#ui/badges/status-badge.tsx"; import { b } from "#lib/api/api.ts"; import { c } from "./reports.queries.ts";',
  ],
  [
    "packages/web/src/features/report/header/legal.ts",
    'import { a } from "#features/report/report.queries.ts"; import { b } from "#ui/badges/status-badge.tsx";',
  ],
  [
    "packages/web/src/features/results/list/legal.ts",
    'import { a } from "#features/results/rows/result-row.tsx"; import { b } from "./sections.ts";',
  ],
  [
    "packages/web/src/features/failures/groups/legal.ts",
    'import { a } from "#features/failures/lists/list-frame.tsx"; import { b } from "#ui/badges/status-badge.tsx";',
  ],
  [
    "packages/web/src/features/items/list/legal.ts",
    'import { a } from "#features/items/items.queries.ts"; import { b } from "#ui/badges/status-badge.tsx";',
  ],
  [
    "packages/web/src/ui/legal.ts",
    'import { a } from "@mantine/core"; import { b } from "#lib/format/format.ts"; import { c } from "@plumb/contract/runs/reports.ts";',
  ],
  [
    "packages/web/src/lib/legal.ts",
    'import { a } from "@plumb/client/client.ts"; import { b } from "@plumb/contract/runs/reports.ts";',
  ],
  [
    "packages/server/src/store/legal.ts",
    'import { a } from "pg"; import { b } from "kysely"; import { c } from "#store/db.ts"; import { d } from "@plumb/contract/runs/reports.ts";',
  ],
  [
    "packages/server/src/store/embedded/legal.ts",
    'import { a } from "@electric-sql/pglite"; import { b } from "#store/db.ts";',
  ],
  ["packages/server/src/files/blobs/legal.ts", 'import { a } from "node:fs"; import { b } from "#core/blob-store.ts";'],
  [
    "packages/server/src/api/reports/legal.ts",
    'import { a } from "#store/runs/runs.ts"; import { b } from "#http/api.ts"; import { c } from "@plumb/contract/runs/reports.ts";',
  ],
  [
    "packages/server/src/senders/webhooks/legal.ts",
    'import { a } from "#store/jobs/enqueue.ts"; import { b } from "#runs/run-status-event.ts"; import { c } from "#store/db.ts";',
  ],
  [
    "packages/server/src/realtime/legal.ts",
    'import { a } from "socket.io"; import { b } from "#http/caller.ts"; import { c } from "#core/api-error.ts";',
  ],
  [
    "packages/server/src/jobs/handlers/legal.ts",
    'import { a } from "#senders/run-ended.ts"; import { b } from "#exports/queue/make-export.ts";',
  ],
  [
    "packages/server/src/ingest/legal.ts",
    'import { a } from "fastify"; import { b } from "#store/runs/runs.ts"; import { c } from "@plumb/formats/detect.ts";',
  ],
  [
    "packages/server/src/http/legal.ts",
    'import { a } from "fastify"; import { b } from "#store/db.ts"; import { c } from "@fastify/multipart";',
  ],
  [
    "packages/server/src/testing/legal.ts",
    'import { a } from "pg"; import { b } from "#app.ts"; import { c } from "fastify";',
  ],
  ["packages/server/src/main.ts", 'import { a } from "#store/db.ts"; import { b } from "#app.ts";'],
];

interface Finding {
  readonly code?: string;
  readonly message: string;
  readonly filename: string;
}

let root = "";
let findings: readonly Finding[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "boundaries-"));
  // The boundaries are text patterns, so the linter needs no type information.
  writeFileSync(join(root, ".oxlintrc.json"), JSON.stringify({ ...config, options: {} }));
  for (const [index, [file, source]] of trespasses.entries()) plant(numbered(file, index), source);
  for (const [file, source] of legal) plant(file, `${source}\n`);
  findings = await lint(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source);
}

/** Returns a unique file name, because a folder may have several forbidden imports. A file that a rule names keeps its name. */
function numbered(file: string, index: number): string {
  return file.replace(/\/x\.ts$/, `/x${index}.ts`);
}

async function lint(folder: string): Promise<Finding[]> {
  const run = promisify(execFile)(process.execPath, [oxlint, "--format=json", "."], { cwd: folder });
  // The linter exits with 1 if it finds something, as expected here.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

function boundaryFindings(file: string): string[] {
  return findings
    .filter(({ filename, code }) => filename.endsWith(file) && boundaryRules.some((rule) => code?.includes(rule)))
    .map(({ message }) => message);
}

test.for(trespasses.map(([file, source], index) => [file, source, index] as const))(
  "%s cannot contain %s",
  ([file, , index]) => {
    expect(boundaryFindings(numbered(file, index))).not.toEqual([]);
  },
);

const guarded = config.overrides?.flatMap(({ files, rules }) => (rules?.["no-restricted-imports"] ? files : [])) ?? [];

test.for(guarded.filter((pattern) => !pattern.includes(".test.")))("%s guards files that exist", (pattern) => {
  expect(globSync(pattern, { cwd: repository })).not.toEqual([]);
});

test.for(legal)("%s can contain %s", ([file]) => {
  expect(boundaryFindings(file)).toEqual([]);
});

test("a neighbour is imported as ./", () => {
  const trespassing = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: repository }).flatMap((file) => {
    const folder = dirname(file.replace(/^packages\/[^/]+\/src\//, ""));
    const text = readFileSync(join(repository, file), "utf8");
    return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"#([^"\n]+)"/g)].flatMap(([, name = ""]) =>
      dirname(name) === folder ? [`${file} imports #${name}`] : [],
    );
  });
  expect(trespassing).toEqual([]);
});

/** Files that the root of the repository may have. Others belong into a folder, or into .gitignore. */
const rootFiles = [
  ".gitignore",
  ".npmrc",
  ".oxfmtrc.json",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "knip.json",
  "oxlint.config.ts",
  "package-lock.json",
  "package.json",
  "playwright.config.ts",
  "tsconfig.json",
  "vitest.config.ts",
];

test("the root of the repository has known files only", async () => {
  const { stdout } = await promisify(execFile)(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", ":(glob)*"],
    {
      cwd: repository,
    },
  );
  expect(stdout.split("\n").filter((name) => name !== "" && !rootFiles.includes(name))).toEqual([]);
});
