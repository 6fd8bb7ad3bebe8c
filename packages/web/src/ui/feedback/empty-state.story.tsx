import { CommandLine } from "#ui/code/command-line.tsx";
import { EmptyState } from "./empty-state.tsx";

export const TitleOnly = () => <EmptyState title="No tests match" />;

export const WholePage = () => <EmptyState title="Report Not Found" heading="h1" />;

export const WithNextStep = () => (
  <EmptyState title="No reports found">
    <CommandLine
      command={'npx -y http://plumb.test/packages/cli.tgz upload "test-results/**/*.xml"'}
      what="CLI command"
    />
  </EmptyState>
);
