import type { ResolvedCause } from "@plumb/contract/failures/resolutions.ts";
import { ResolutionView } from "./resolution-view.tsx";
import { ResolvedCausesView } from "./resolved-causes-view.tsx";

const search = { show: "quality" } as const;

export const Compared = () => (
  <ResolutionView
    search={search}
    quality={{
      months: [
        { month: "2026-03", class: "Application Defect", causes: 12, agreed: 10 },
        { month: "2026-03", class: "Environment Issue", causes: 3, agreed: 0 },
        { month: "2026-02", class: "Automation Script Error", causes: 1204, agreed: 903 },
      ],
      kinds: [
        { kind: "test", causes: 1204, agreed: 903 },
        { kind: "application", causes: 12, agreed: 10 },
        { kind: "configuration-and-data", causes: 3, agreed: 0 },
      ],
      without: [
        { reason: "failing", causes: 40 },
        { reason: "mixed", causes: 310 },
        { reason: "unclassified", causes: 2 },
      ],
      pending: 0,
    }}
  />
);

export const ComparingAgain = () => (
  <ResolutionView
    search={search}
    quality={{
      months: [{ month: "2026-03", class: "Application Defect", causes: 12, agreed: 10 }],
      kinds: [{ kind: "application", causes: 12, agreed: 10 }],
      without: [],
      pending: 341,
    }}
  />
);

export const NothingCompared = () => (
  <ResolutionView
    search={search}
    quality={{ months: [], kinds: [], without: [{ reason: "unknown-commits", causes: 7 }], pending: 0 }}
  />
);

const causes: readonly ResolvedCause[] = [
  {
    groupId: 7,
    message: "strict mode violation: getByRole('button') resolved to 3 elements",
    class: "Automation Script Error",
    kind: "test",
    reason: null,
    agreed: true,
    failed: { at: "2026-03-02T09:00:00.000Z", runId: 41, commit: "5462aefb2d9a5462aefb2d9a5462aefb2d9a5462" },
    passed: { at: "2026-03-03T09:00:00.000Z", runId: 42, commit: "9c33be1d00aa9c33be1d00aa9c33be1d00aa9c33" },
  },
  {
    groupId: 8,
    message: "<img src=x onerror=alert(1)> ".repeat(20),
    class: null,
    kind: null,
    reason: "failing",
    agreed: null,
    failed: { at: "2026-03-01T09:00:00.000Z", runId: null, commit: null },
    passed: null,
  },
];

const list = { search, page: 1, pageSize: 50, onPage: () => undefined };

export const Causes = () => (
  <ResolvedCausesView
    {...list}
    figure={{ month: "2026-03", class: "Automation Script Error", agreed: true }}
    causes={causes}
    total={120}
  />
);

export const NoCauses = () => <ResolvedCausesView {...list} figure={{ reason: "mixed" }} causes={[]} total={0} />;
