import type { Upload, UploadDetails, UploadHealth } from "@plumb/contract/runs/uploads.ts";

export function sampleUpload(change: Partial<Upload> = {}): Upload {
  return {
    id: 12,
    receivedAt: "2026-03-04T09:12:00.000Z",
    endedAt: "2026-03-04T09:12:01.000Z",
    way: "file",
    state: "accepted",
    times: 1,
    sender: { kind: "key", name: "GitHub Actions", keyId: 3 },
    suite: "web",
    environment: "staging",
    branch: "main",
    commit: "3f2a9c1d4e5f60718293a4b5c6d7e8f901234567",
    build: "4711",
    ciUrl: "https://ci.example.test/4711",
    shard: null,
    name: "test-results/results.xml",
    fileCount: 1,
    bytes: 48_300,
    tests: 214,
    problemCount: 0,
    reason: null,
    reports: [{ id: 41, number: 41, suite: "web", gone: false }],
    ...change,
  };
}

export function sampleDetails(change: Partial<UploadDetails> = {}): UploadDetails {
  return {
    ...sampleUpload(),
    files: [
      {
        name: "test-results/results.xml",
        verdict: "imported",
        format: "junit",
        reportId: 41,
        tests: 214,
        reason: null,
        bytes: 48_300,
      },
    ],
    verdictCount: 1,
    problems: [],
    key: { prefix: "plumb_1_a4Tx", state: "active", lastUsedAt: "2026-03-04T09:12:00.000Z" },
    ...change,
  };
}

const none = {
  received: 0,
  reading: 0,
  accepted: 0,
  problems: 0,
  rejected: 0,
  failed: 0,
  interrupted: 0,
  duplicate: 0,
} as const;

export function sampleHealth(change: Partial<UploadHealth> = {}): UploadHealth {
  return {
    counts: {
      day: { ...none, accepted: 38, problems: 2, rejected: 1, reading: 1 },
      week: { ...none, accepted: 1204, problems: 12, rejected: 9_843, duplicate: 4, interrupted: 1, reading: 1 },
    },
    keys: [
      { id: 3, name: "GitHub Actions" },
      { id: 4, name: "Nightly" },
    ],
    incomplete: [],
    silent: [],
    since: "2026-02-03T09:00:00.000Z",
    ...change,
  };
}
