import type { ClassificationRule, RulePreview } from "@plumb/contract/failures/rules.ts";

const everywhere = { suite: null, environment: null, branch: null, test: null };

export function sampleRules(): ClassificationRule[] {
  return [
    {
      id: 1,
      name: "Payment sandbox is down",
      kind: "text",
      pattern: "sandbox.pay.example answered 503",
      ignoreCase: true,
      scope: everywhere,
      primaryClass: "Environment Issue",
      subClass: { code: "E6", name: "Dependent Service Unavailable / Rate Limited" },
      enabled: true,
      failures: 1204,
      changedAt: "2026-03-01T10:00:00Z",
      changedBy: "Ada Lovelace",
    },
    {
      id: 2,
      name: "Seed data of staging",
      kind: "regex",
      pattern: "^Error: (customer|order) \\d+ not found$",
      ignoreCase: false,
      scope: { ...everywhere, environment: "staging", test: "checkout" },
      primaryClass: "Test Data Issue",
      subClass: null,
      enabled: true,
      failures: 1,
      changedAt: "2026-03-02T10:00:00Z",
      changedBy: null,
    },
    {
      id: 3,
      name: "Old selector",
      kind: "text",
      pattern: "#pay-now",
      ignoreCase: true,
      scope: everywhere,
      primaryClass: "Automation Script Error",
      subClass: { code: "S1", name: "Locator / Selector Outdated" },
      enabled: false,
      failures: 0,
      changedAt: "2026-03-03T10:00:00Z",
      changedBy: "Grace Hopper",
    },
  ];
}

export function samplePreview(): RulePreview {
  return {
    failures: 23,
    tests: 7,
    groups: 2,
    followers: 1,
    keptByPeople: 4,
    keptByRules: 0,
    classes: [
      { class: "Environment Issue", failures: 19 },
      { class: "Unknown", failures: 4 },
    ],
    samples: [
      {
        error: "POST /pay: sandbox.pay.example answered 503",
        line: "sandbox.pay.example answered 503 Service Unavailable",
        failures: 19,
        groupId: 3,
      },
      {
        error: "GET /balance failed",
        line: `cause: ${"sandbox.pay.example answered 503 ".repeat(9)}`,
        failures: 3,
        groupId: 4,
      },
    ],
    looked: 1204,
    complete: true,
  };
}
