import type { ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import { Skeleton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { ArtifactAccess } from "#features/results/artifacts/artifact-access.ts";
import type { AttemptChoice } from "#features/results/detail/attempts.tsx";
import { PromptButton } from "#features/results/detail/copy-prompt.tsx";
import { ResultDetail } from "#features/results/detail/result-detail.tsx";
import type { ExportData } from "./export-data.ts";
import styles from "./export-page.module.css";

/** Shows files as links, because a page opened from disk cannot read them. */
const access = { inline: false, renew: null, openTrace: null } as const;

interface OpenedTestProps extends AttemptChoice {
  readonly data: ExportData;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly place: number;
  readonly actions: ReactNode;
}

/** Details of one test, loaded from its file on demand. */
export function OpenedTest({ data, place, metadata, actions, ...choice }: OpenedTestProps) {
  const [detail, setDetail] = useState<Detail | "missing">();
  useEffect(() => {
    let current = true;
    data.detailAt(place).then(
      (read) => current && setDetail(read ?? "missing"),
      () => current && setDetail("missing"),
    );
    return () => {
      current = false;
    };
  }, [data, place]);
  if (detail === undefined)
    return (
      <div className={styles["detail"]} aria-busy>
        <Skeleton height={140} animate={false} />
      </div>
    );
  if (detail === "missing")
    return (
      <p className={styles["detail"]} role="alert">
        The file with this test could not be read. Unpack the whole zip, then open index.html in the folder.
      </p>
    );
  return (
    <ArtifactAccess value={access}>
      <ResultDetail
        detail={detail}
        metadata={metadata}
        renderActions={(attempt) => (
          <>
            {actions}
            <PromptButton detail={detail} attempt={attempt} />
          </>
        )}
        {...choice}
      />
    </ArtifactAccess>
  );
}
