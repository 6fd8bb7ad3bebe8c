import type { OpenQuarantine } from "@plumb/contract/tests/quarantine.ts";
import { useRelease } from "./quarantine.queries.ts";
import { QuarantineNotice } from "./quarantine-notice.tsx";

interface TestQuarantineProps {
  readonly projectId: number;
  readonly testId: number;
  readonly quarantine: OpenQuarantine | null;
  readonly mayTriage: boolean;
}

export function TestQuarantine({ projectId, testId, quarantine, mayTriage }: TestQuarantineProps) {
  const release = useRelease({ projectId, testId });
  if (quarantine === null) return null;
  return (
    <QuarantineNotice
      quarantine={quarantine}
      busy={release.isPending}
      onRelease={mayTriage ? () => release.mutate() : undefined}
    />
  );
}
