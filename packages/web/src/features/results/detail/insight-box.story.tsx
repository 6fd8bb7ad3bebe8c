import type { FailureVerdict } from "@plumb/contract/failures/verdict.ts";
import { InsightBox } from "./insight-box.tsx";

const verdict: FailureVerdict = {
  class: "Automation Script Error",
  subClass: { code: "S2", name: "Ambiguous Locator (Strict Mode)" },
  confidence: 93,
  evidence: ["Error: strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements:"],
  alternatives: [
    { class: "Application Defect", confidence: 24 },
    { class: "Unknown", confidence: 5 },
  ],
  decidedBy: "rule",
  rule: "strict-mode-violation",
  suggestedFixes: [
    {
      text: "Narrow getByRole('button', { name: 'Pay' }) to one element.",
      code: "getByRole('button', { name: 'Pay', exact: true })",
    },
    { text: "Locate it within the part of the page that it belongs to.", code: null },
    { text: "Check whether the page draws it more often than before.", code: null },
  ],
};

const escape = "\u001B";

export const High = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox verdict={null} message={`${escape}[31mlocator${escape}[39m resolved to 0 elements`} />
  </main>
);
export const Medium = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox verdict={null} message="Invalid e-mail address" />
  </main>
);
export const Low = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox verdict={null} message="expected 3 to be 4" />
  </main>
);
export const FiveMegabytes = () => <InsightBox verdict={null} message={"line of an endless log\n".repeat(230_000)} />;

const Told = ({ of }: { readonly of: FailureVerdict }) => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox verdict={of} message="" />
  </main>
);
export const Rule = () => <Told of={verdict} />;
export const Model = () => (
  <Told
    of={{
      ...verdict,
      class: "Environment Issue",
      subClass: null,
      confidence: 58,
      evidence: [`Error: ${"no answer from payments.internal ".repeat(8)}`],
      decidedBy: "model",
      alternatives: [
        { class: "Test Data Issue", confidence: 22 },
        { class: "Unknown", confidence: 15 },
      ],
      suggestedFixes: [],
    }}
  />
);
export const Person = () => (
  <Told
    of={{
      ...verdict,
      confidence: null,
      alternatives: [],
      decidedBy: "person",
      decision: { by: "Ben Lindqvist", at: "2030-01-01T00:00:00Z" },
    }}
  />
);
/** The account was deleted, and the export is older than the decisions stored in exports. */
export const PersonGone = () => <Told of={{ ...verdict, confidence: null, decidedBy: "person" }} />;
export const Defect = () => <Told of={{ ...verdict, class: "Application Defect" }} />;
export const Data = () => <Told of={{ ...verdict, class: "Test Data Issue" }} />;
export const Unknown = () => <Told of={{ ...verdict, class: "Unknown" }} />;
