import { Skeleton } from "@mantine/core";
import { useUploads } from "#features/uploads/upload-context.ts";
import { lazyPart } from "#lib/page/lazy-part.tsx";

/** Has the height of the steps on wide screens, so that the page below does not move. */
function Space() {
  return useUploads().may.upload ? <Skeleton height={621} width="min(880px, 100%)" mt={12} /> : null;
}

/** First steps of a project without reports, loaded only where they are needed. */
export const FirstReport = lazyPart(async () => (await import("./first-report.tsx")).FirstReport, <Space />);
