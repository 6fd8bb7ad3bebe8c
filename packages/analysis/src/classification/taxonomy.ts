import type { FailureClass } from "@plumb/contract/failures/failure-classes.ts";

/** Sub-classes by code. The letter of a code denotes its class. */
export const subClasses = {
  A1: "Wrong Result / Business Logic",
  A2: "UI Content or State Missing/Wrong",
  A3: "Server Error (HTTP 5xx)",
  A4: "API Contract / Wrong Status",
  A5: "Application Exception / Crash",
  A6: "Visual Regression",
  A7: "Performance / Slow Response",
  A8: "Accessibility or Security Violation",
  D1: "Missing Record / Precondition Data",
  D2: "Duplicate / Already Exists",
  D3: "Invalid or Malformed Data",
  D4: "Stale or Expired Data",
  D5: "Data File / Fixture Missing",
  D6: "Invalid or Expired Credentials / Test Account",
  D7: "Data State Conflict / Pollution",
  S1: "Locator Not Found / Outdated",
  S2: "Ambiguous Locator (Strict Mode)",
  S3: "Element or Window Interaction",
  S4: "Wait / Synchronisation",
  S5: "Wrong or Outdated Assertion",
  S6: "Test Code Error",
  S7: "Hook / Fixture / Runner Configuration",
  S8: "Mock / Stub Setup",
  E1: "Application Unreachable / Not Started",
  E2: "Network / DNS",
  E3: "Browser / Driver / Grid Setup",
  E4: "Browser or Driver Crash / Lost Session",
  E5: "Resource Exhaustion / Slow Machine",
  E6: "Dependent Service Unavailable / Rate Limited",
  E7: "Permission / Certificate / Access Block",
  E8: "Missing Dependency or Configuration",
  U1: "Bare Timeout",
  U2: "Uninformative Failure",
  U3: "Interrupted or Cancelled Run",
  U4: "App-or-Script Ambiguous",
} as const;

export type SubClass = keyof typeof subClasses;

const classOfLetter: Readonly<Record<string, FailureClass>> = {
  A: "Application Defect",
  D: "Test Data Issue",
  S: "Automation Script Error",
  E: "Environment Issue",
  U: "Unknown",
};

export function classOf(subClass: SubClass): FailureClass {
  return classOfLetter[subClass.charAt(0)] ?? "Unknown";
}
