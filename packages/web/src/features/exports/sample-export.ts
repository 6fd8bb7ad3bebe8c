import type { Export } from "@plumb/contract/runs/exports.ts";

/** Returns a finished PDF export with the given changes, for stories. */
export function sampleExport(change: Partial<Export> = {}): Export {
  return {
    exportId: 1,
    reportId: 1,
    reportNumber: 1,
    testSuite: "checkout-e2e",
    resultId: null,
    format: "pdf",
    includeArtifacts: false,
    state: "done",
    done: 10,
    total: 10,
    fileName: "plumb-checkout-e2e-1.pdf",
    bytes: 48_231,
    error: null,
    requestedBy: { id: 1, name: "Ada" },
    createdAt: "2030-01-01T10:00:00.000Z",
    finishedAt: "2030-01-01T10:00:02.000Z",
    expiresAt: "2030-01-08T10:00:02.000Z",
    downloadUrl: "/api/exports/signed",
    mayDelete: true,
    ...change,
  };
}
