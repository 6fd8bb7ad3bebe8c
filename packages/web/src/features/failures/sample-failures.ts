import type {
  DefectSummary,
  FailureGroup,
  FailureGroupDetails,
  FailureOptions,
  SuiteRunFailure,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";

/** Returns metrics for stories, with the values of the mock-up and the given changes. */
export function sampleSummary(change: Partial<DefectSummary> = {}): DefectSummary {
  return {
    totalFailures: 179,
    classifiedPercent: 94,
    unclassified: 11,
    duplicateGroups: 9,
    automationErrors: 84,
    dataIssues: 22,
    environmentIssues: 41,
    applicationDefects: 19,
    unknownFailures: 2,
    groups: 14,
    newGroups: 2,
    previousFailures: 156,
    reviewed: 64,
    kept: 62,
    pendingRuns: 0,
    ...change,
  };
}

export function sampleGroup(change: Partial<FailureGroup> = {}): FailureGroup {
  const testName = "cart › holds a discounted item";
  return {
    id: 1,
    primaryClass: "Application Defect",
    subClass: { code: "A3", name: "Server Error (HTTP 5xx)" },
    confidence: 88,
    decidedBy: "rule",
    representativeError: "Payment API answers 500 when the basket holds a discounted item",
    state: "new",
    occurrenceCount: 3,
    testCount: 3,
    runCount: 2,
    owners: ["Checkout team"],
    memberTests: [{ id: 901, runId: 84, testName }],
    firstSeen: "2029-12-31T10:00:00Z",
    firstRun: { id: 83, number: 127, commit: "0a91f3c2d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0" },
    lastSeen: "2030-01-01T09:00:00Z",
    lastRun: { id: 84, number: 128, commit: null },
    signatureHash: "9f86d081884c7d659a2feaa0c55ad015",
    spark: [0, 0, 0, 0, 0, 3],
    pinned: false,
    ...change,
  };
}

export function sampleGroups(): FailureGroup[] {
  return [
    sampleGroup({ pinned: true }),
    sampleGroup({
      id: 2,
      primaryClass: "Environment Issue",
      subClass: { code: "E2", name: "Network / DNS" },
      representativeError: "connect ECONNREFUSED inventory.staging:8443",
      state: "back",
      occurrenceCount: 41,
      testCount: 9,
      spark: [0, 6, 0, 0, 2, 33],
    }),
    sampleGroup({
      id: 3,
      primaryClass: "Automation Script Error",
      subClass: { code: "S2", name: "Ambiguous Locator (Strict Mode)" },
      representativeError: "strict mode violation: getByRole('link', { name: 'Checkout' }) resolved to 2 elements",
      state: "known",
      occurrenceCount: 58,
      testCount: 4,
      spark: [9, 1, 9, 1, 9, 1],
    }),
    sampleGroup({
      id: 4,
      primaryClass: null,
      subClass: null,
      confidence: null,
      decidedBy: null,
      representativeError: "Timed out 5000 ms waiting for expect(received)",
      state: "known",
      occurrenceCount: 11,
      testCount: 2,
      spark: [1, 2, 1, 2, 3, 2],
    }),
    sampleGroup({
      id: 5,
      representativeError: "Expected total “€ 41.90”, received “€ 41.89”",
      state: "resolved",
      occurrenceCount: 16,
      testCount: 2,
      spark: [7, 8, 1, 0, 0, 0],
    }),
  ];
}

export function sampleDetails(change: Partial<FailureGroupDetails> = {}): FailureGroupDetails {
  return {
    ...sampleGroup(),
    normalizedText: "Payment API answers <n> when the basket holds a discounted item",
    evidence: ["Error: Payment API answers 500", "    at pay (src/basket.ts:12)"],
    alternatives: [
      { class: "Environment Issue", confidence: 29 },
      { class: "Unknown", confidence: 9 },
    ],
    reason: "The application answered with a server error.",
    signatures: [
      {
        signature: "9f86d081884c7d659a2feaa0c55ad015",
        text: "Payment API answers <n> when the basket holds a discounted item",
        sample: "Error: Payment API answers 500 when the basket holds a discounted item\n    at pay (src/basket.ts:12)",
        occurrences: 2,
        placedBy: "same",
        share: 1,
      },
      {
        signature: "60303ae22b998861bce3b28f33eec1be",
        text: "Payment API answers <n> when the basket is empty",
        sample: "Error: Payment API answers 502 when the basket is empty",
        occurrences: 1,
        placedBy: "similar",
        share: 0.82,
      },
    ],
    llm: null,
    suites: [{ suiteName: "checkout-e2e", occurrences: 3 }],
    decisions: [
      { id: 71, at: "2030-01-01T08:00:00Z", by: "Ada Lovelace", text: "Merged 2 causes", undone: false, canUndo: true },
      { id: 70, at: "2029-12-31T12:00:00Z", by: null, text: "Pinned", undone: true, canUndo: false },
    ],
    ...change,
  };
}

export function sampleTest(change: Partial<TestCaseFailure> = {}): TestCaseFailure {
  return {
    id: 901,
    testId: 31,
    testName: "cart › holds a discounted item",
    file: "tests/cart.spec.ts",
    suiteName: "checkout-e2e",
    environment: "staging",
    branch: "main",
    runId: 84,
    runNumber: 128,
    lastSeen: "2030-01-01T09:00:00Z",
    failures: 3,
    errorLine: 'Error: expect(locator).toHaveText(expected) failed · expected "Paid" · received "Refused"',
    groupId: 1,
    primaryClass: "Application Defect",
    subClass: { code: "A3", name: "Server Error (HTTP 5xx)" },
    confidence: 88,
    decidedBy: "rule",
    ...change,
  };
}

export function sampleRun(change: Partial<SuiteRunFailure> = {}): SuiteRunFailure {
  return {
    suiteName: "checkout-e2e",
    runId: 84,
    runNumber: 128,
    environment: "staging",
    branch: "main",
    startedAt: "2030-01-01T09:00:00Z",
    failures: 14,
    groups: 5,
    newGroups: 2,
    counts: {
      "Application Defect": 3,
      "Test Data Issue": 0,
      "Automation Script Error": 6,
      "Environment Issue": 4,
      Unknown: 0,
      Unclassified: 1,
    },
    topSubClasses: [
      { subClass: { code: "S2", name: "Ambiguous Locator (Strict Mode)" }, count: 6 },
      { subClass: { code: "E2", name: "Network / DNS" }, count: 4 },
    ],
    ...change,
  };
}

/** Text that reports can contain: long, in several scripts and directions, and with markup. */
export const hostileText = `${"خطأ: فشل الدفع ".repeat(10)}支払いに失敗しました <img src=x onerror="document.title='pwned'"> ${"x".repeat(3000)}`;

export function sampleFailureOptions(): FailureOptions {
  return {
    suite: ["checkout-e2e", "api"],
    environment: ["staging", "production"],
    branch: ["main", "feature/vouchers"],
    framework: ["playwright", "junit"],
    browser: ["chromium", "firefox"],
    tag: ["nightly", "smoke"],
    fact: ["browser=chrome-143", "os=linux"],
    owner: ["@team-payments", "ada"],
  };
}
