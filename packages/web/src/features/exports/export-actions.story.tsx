import type { Artifact } from "@plumb/contract/runs/results.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sampleReport } from "#lib/sample-report.ts";
import { ActionButtons } from "#ui/list/actions.tsx";
import { ReportExportIcons } from "./report-export-icons.tsx";
import { ReportExports } from "./report-exports.tsx";
import { TestCaseActions } from "./test-case-actions.tsx";

function Example({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <main style={{ padding: 16 }}>
        <h1>Export</h1>
        {children}
      </main>
    </QueryClientProvider>
  );
}

const screenshot: Artifact = {
  id: 1,
  attempt: 0,
  name: "screenshot",
  kind: "screenshot",
  contentType: "image/png",
  size: 7,
  url: null,
  viewUrl: null,
};

export const Icons = () => (
  <Example>
    <ReportExportIcons report={sampleReport()} />
  </Example>
);

export const Buttons = () => (
  <Example>
    <ReportExports report={sampleReport()}>
      {(actions) => <ActionButtons label="Export" actions={actions} />}
    </ReportExports>
  </Example>
);

export const TestCases = () => (
  <Example>
    <TestCaseActions reportId={1} result={{ id: 1, artifacts: [screenshot] }} />
    <p style={{ height: 200 }}>The dropdown opens over this.</p>
    <TestCaseActions reportId={1} result={{ id: 2, artifacts: [{ ...screenshot, size: null }] }} />
  </Example>
);
