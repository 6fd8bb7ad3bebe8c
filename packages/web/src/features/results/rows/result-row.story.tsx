import type { ListedResult as Row } from "@plumb/contract/runs/results.ts";
import { useState } from "react";
import { ResultRow, ResultRowSkeleton } from "./result-row.tsx";

function sampleRow(change: Partial<Row> = {}): Row {
  return {
    id: 1,
    testId: 1,
    file: "tests/checkout.spec.ts",
    titlePath: ["checkout", "gift cards", "pays the rest by card"],
    variant: "chromium",
    occurrence: 1,
    status: "passed",
    flaky: false,
    retries: 0,
    duration: 1234,
    browser: "chromium",
    author: null,
    errorLine: null,
    failureSignature: null,
    known: { owner: null, flaky: false, quarantine: null },
    state: null,
    trace: null,
    ...change,
  };
}

function Opening({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  return <ResultRow row={row} open={open} onToggle={() => setOpen(!open)} />;
}

export const Passed = () => <Opening row={sampleRow()} />;
export const Failed = () => (
  <Opening
    row={sampleRow({
      status: "failed",
      state: "new",
      retries: 2,
      errorLine: "Error: expected 201, got 500",
      duration: 12_000,
    })}
  />
);
/** Flaky test in quarantine, with an owner from a rule of the project. */
export const Known = () => (
  <Opening
    row={sampleRow({
      status: "failed",
      state: "new",
      author: "Ada",
      known: { owner: "@payments", flaky: true, quarantine: { kind: "quarantine", inForce: true } },
    })}
  />
);
export const TimedOut = () => <Opening row={sampleRow({ status: "failed", timedOut: true })} />;
/** The flaky mark is not repeated, and the mute was added after the run. */
export const KnownLater = () => (
  <Opening
    row={sampleRow({
      flaky: true,
      known: { owner: null, flaky: true, quarantine: { kind: "mute", inForce: false } },
    })}
  />
);
/** Row with a trace. The requested trace is shown below. */
export const Traced = () => {
  const [requested, setRequested] = useState("");
  return (
    <div style={{ position: "relative" }}>
      <ResultRow
        row={sampleRow({ status: "failed", trace: 7 })}
        open={false}
        onToggle={() => setRequested("opened")}
        onTrace={(resultId, artifactId) => setRequested(`trace ${artifactId} of ${resultId}`)}
      />
      <output>{requested}</output>
    </div>
  );
};
export const Errored = () => <Opening row={sampleRow({ status: "error", retries: 1, occurrence: 3 })} />;
export const Flaky = () => <Opening row={sampleRow({ flaky: true, retries: 1 })} />;
export const Skipped = () => <Opening row={sampleRow({ status: "skipped", duration: null })} />;
/** Fields that many formats omit are missing. */
export const Bare = () => (
  <Opening row={sampleRow({ file: null, titlePath: ["adds"], variant: "", duration: null, browser: null })} />
);
/** Titles with markup, bidirectional control characters, a megabyte of text, or no text. */
export const Hostile = () => (
  <ul style={{ listStyle: "none", margin: 0, padding: 0 }}>
    {[
      "<img src=x onerror=\"document.title='pwned'\">",
      "\u202Egnp.exe\u202C after",
      "x".repeat(1_000_000),
      "a\nb\u0000c\tlines",
      "",
    ].map((title, index) => (
      <li key={title.slice(0, 20)}>
        <Opening
          row={sampleRow({
            id: index + 1,
            status: "failed",
            titlePath: [title, title],
            file: title,
            variant: title,
            errorLine: title,
          })}
        />
      </li>
    ))}
  </ul>
);
/** Rows with and without each column, in a list that is as wide as the window. */
export const List = () => (
  <ul style={{ listStyle: "none", margin: 0, padding: 0, containerType: "inline-size" }}>
    {[
      sampleRow({ status: "failed", retries: 2, trace: 7, author: "Checkout team" }),
      sampleRow({ status: "failed", variant: "firefox", browser: "firefox", duration: 120_000, state: "new" }),
      sampleRow({ flaky: true, variant: "locale=de, browser=chromium", author: "A".repeat(80), retries: 1 }),
      sampleRow({ variant: "locale=de, browser=firefox", titlePath: ["a".repeat(300), "b".repeat(300)] }),
      sampleRow({ status: "skipped", variant: "", browser: null, duration: null, file: null }),
    ].map((row, index) => (
      <li key={index} style={{ position: "relative" }}>
        <ResultRow
          row={{ ...row, id: index + 1 }}
          open={false}
          onToggle={() => undefined}
          onTrace={() => undefined}
          outcomes={(["passed", "passed", "failed"] as const)
            .slice(0, index)
            .map((status) => ({ status, flaky: false }))}
        />
      </li>
    ))}
  </ul>
);
export const LongSuites = () => (
  <div style={{ containerType: "inline-size" }}>
    <Opening
      row={sampleRow({
        titlePath: ["Checkout of the shop", "Payment with several means", "pays the rest of the order by gift card"],
      })}
    />
  </div>
);
export const Loading = () => <ResultRowSkeleton />;
