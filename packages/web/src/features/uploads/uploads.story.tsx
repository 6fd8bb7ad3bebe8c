import type { Upload, UploadHealth } from "@plumb/contract/runs/uploads.ts";
import { useState } from "react";
import type { UploadsSearch } from "#lib/address/uploads-search.ts";
import { UploadDetails } from "./upload-description.tsx";
import { UploadsView } from "./uploads-view.tsx";
import { sampleUpload, sampleDetails, sampleHealth } from "./sample-upload.ts";

interface ExampleProps {
  readonly uploads: readonly Upload[] | undefined;
  readonly health?: UploadHealth | undefined;
  readonly error?: Error;
  readonly start?: UploadsSearch;
}

function Example({ uploads, health, error, start = {} }: ExampleProps) {
  const [search, setSearch] = useState(start);
  return (
    <main>
      <h1>Uploads</h1>
      <UploadsView
        uploads={uploads}
        health={health}
        stale={false}
        error={error ?? null}
        onRetry={() => undefined}
        search={search}
        onSearch={setSearch}
        help={<p>Drop report files here</p>}
      />
      <output aria-label="Search">{JSON.stringify(search)}</output>
    </main>
  );
}

const none: Pick<Upload, "reports" | "tests"> = { tests: 0, reports: [] };
const oneOfEach: readonly Upload[] = [
  sampleUpload({ id: 21, state: "reading", way: "live", name: "shard 2 of 4", shard: { current: 2, total: 4 } }),
  sampleUpload({ id: 20, state: "received", name: "nightly.zip", ...none }),
  sampleUpload({ id: 19 }),
  sampleUpload({
    id: 18,
    state: "problems",
    fileCount: 3,
    reason: "Same file as in report #41, 3 minutes before.",
    reports: [{ id: 42, number: 42, suite: "web", gone: false }],
  }),
  sampleUpload({
    id: 17,
    state: "rejected",
    name: "notes.txt",
    reason: "No report could be read, so nothing was stored. notes.txt: It is plain text without any test in it.",
    ...none,
  }),
  sampleUpload({ id: 16, state: "rejected", times: 9812, reason: "9,812 × The API key old has expired.", ...none }),
  sampleUpload({
    id: 15,
    state: "failed",
    reason: "The server's disk is full. Nothing was stored: send it again later.",
    ...none,
  }),
  sampleUpload({
    id: 14,
    state: "interrupted",
    way: "spool",
    name: "playwright reporter",
    sender: { kind: "user", name: "Ada", keyId: null },
    reason: "No events for 30 minutes. The results received so far are kept.",
    reports: [{ id: 40, number: 40, suite: "web", gone: true }],
  }),
  sampleUpload({
    id: 13,
    state: "duplicate",
    tests: 0,
    reason: "Same file as in report #41, 3 minutes before. Nothing changed.",
  }),
];

const incomplete: UploadHealth["incomplete"] = [
  {
    id: 50,
    number: 50,
    suite: "web",
    build: "4712",
    branch: "main",
    shardTotal: 4,
    came: 3,
    missing: [2],
    missingCount: 1,
    lastHeardAt: "2026-03-04T09:30:00.000Z",
    waitsUntil: "2026-03-04T10:00:00.000Z",
  },
  {
    id: 49,
    number: 49,
    suite: "api",
    build: null,
    branch: null,
    shardTotal: 1000,
    came: 2,
    missing: Array.from({ length: 50 }, (_, index) => index + 3),
    missingCount: 998,
    lastHeardAt: "2026-03-03T09:30:00.000Z",
    waitsUntil: null,
  },
];

export const Filled = () => (
  <Example
    uploads={oneOfEach}
    health={sampleHealth({
      incomplete,
      silent: [
        {
          kind: "key",
          name: "Nightly",
          keyId: 4,
          lastAt: "2026-02-28T02:00:00.000Z",
          silentDays: 4,
          activeDays: 12,
          ofDays: 14,
        },
      ],
    })}
  />
);
export const Narrowed = () => (
  <Example uploads={oneOfEach.slice(4, 6)} health={sampleHealth()} start={{ state: "rejected", report: 41 }} />
);
export const NoMatch = () => <Example uploads={[]} health={sampleHealth()} start={{ q: "4711" }} />;
export const Empty = () => <Example uploads={[]} health={sampleHealth()} />;
export const Loading = () => <Example uploads={undefined} />;
export const Failed = () => <Example uploads={undefined} error={new Error("The server is away.")} />;
export const Huge = () => (
  <Example
    uploads={Array.from({ length: 100 }, (_, index) =>
      sampleUpload({
        id: 1000 - index,
        name: `${"deep/".repeat(200)}<b>\u202Elmx.exe`,
        branch: "feature/".repeat(80),
        build: "9".repeat(200),
        reason: "x".repeat(2000),
        sender: { kind: "key", name: "k".repeat(100), keyId: 1 },
        reports: Array.from({ length: 20 }, (_report, at) => ({
          id: at + 1,
          number: at + 1,
          suite: "s".repeat(200),
          gone: at % 2 === 0,
        })),
      }),
    )}
    health={sampleHealth()}
  />
);
export const Details = () => <UploadDetails upload={sampleDetails()} />;
/** Details as shown to a viewer of the project, who sees only the name of the key. */
export const DetailsWithProblems = () => (
  <UploadDetails
    upload={sampleDetails({
      state: "problems",
      key: null,
      problemCount: 431,
      verdictCount: 812,
      reason: "cut.xml is incomplete: Line 40: It ends in the middle of a test.",
      ciUrl: "javascript:alert(1)",
      reports: [{ id: 41, number: 41, suite: "web", gone: true }],
      files: [
        {
          name: "cut.xml",
          verdict: "partial",
          format: "junit",
          reportId: 41,
          tests: 12,
          reason: "Line 40: It ends in the middle of a test.",
          bytes: 9000,
        },
        {
          name: "notes.txt",
          verdict: "rejected",
          format: null,
          reportId: null,
          tests: 0,
          reason: "It is empty.",
          bytes: 0,
        },
      ],
      problems: [
        {
          file: null,
          problems: [
            {
              id: 1,
              severity: "warning",
              file: null,
              line: null,
              reason: "Two versions of the framework wrote it.",
              reportId: 41,
            },
          ],
        },
        {
          file: "cut.xml",
          problems: [
            {
              id: 2,
              severity: "warning",
              file: "cut.xml",
              line: 7,
              reason: "A duration was not a number.",
              reportId: 41,
            },
            {
              id: 3,
              severity: "incomplete",
              file: "cut.xml",
              line: 40,
              reason: "It ends in the middle of a test.",
              reportId: 41,
            },
          ],
        },
      ],
    })}
  />
);
