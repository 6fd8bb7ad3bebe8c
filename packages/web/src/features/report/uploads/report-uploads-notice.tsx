import { Skeleton } from "@mantine/core";
import { effectSentences, type ReportUpload } from "@plumb/contract/runs/upload-effect.ts";
import { IconStack2 } from "@tabler/icons-react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { TextStart, FoldedNotice } from "#ui/feedback/folded-notice.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "#features/report/notice-list.module.css";

interface ReportUploadsNoticeProps {
  /** Total number; the list may contain only the first ones. */
  readonly count: number;
  /** `undefined` while loading. */
  readonly uploads: readonly ReportUpload[] | undefined;
}

/** Uploads of a report with their time, number of tests and effect on earlier results. */
export function ReportUploadsNotice({ count, uploads }: ReportUploadsNoticeProps) {
  const list = uploads ?? [];
  const [first] = list.flatMap(({ effect }) => (effect === null ? [] : effectSentences(effect)));
  return (
    <FoldedNotice
      icon={IconStack2}
      title={`Combined from ${formatCount(count)} ${nounOf(list, count)}`}
      beside={first !== undefined && <TextStart>{cut(first, 160)}</TextStart>}
    >
      {uploads === undefined && <Skeleton height={36} m={12} width="auto" />}
      <ol className={styles["list"]}>
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {count > list.length && list.length > 0 && <li>{`Showing the first ${list.length}.`}</li>}
      </ol>
    </FoldedNotice>
  );
}

/** Formats of reporters that send results without a file. */
const liveFormats: readonly string[] = ["live", "reportportal"];

function nounOf(uploads: readonly ReportUpload[], count: number): string {
  const shards = new Set(uploads.flatMap(({ shard }) => shard ?? []));
  if (shards.size === count) return "shards";
  return uploads.some(({ format }) => liveFormats.includes(format)) ? "files and live reporters" : "report files";
}

function UploadRow({ upload }: { readonly upload: ReportUpload }) {
  const { name, receivedAt, tests, shard, format, facts, effect } = upload;
  return (
    <li>
      <code>{cut(name, 200)}</code>
      <span className={styles["facts"]}>
        {[counted(tests, "test"), ...(shard === null ? [] : [`shard ${shard}`]), format].join(" · ")} · received{" "}
        <TimeAgo timestamp={receivedAt} />
      </span>
      {facts.length > 0 && <span className={styles["facts"]}>{factsText(facts)}</span>}
      {effect !== null && effectSentences(effect).map((sentence) => <span key={sentence}>{sentence}</span>)}
    </li>
  );
}

const maxFacts = 10;

function factsText(facts: readonly string[]): string {
  const visible = facts.slice(0, maxFacts).map((fact) => cut(fact, 80));
  const more = facts.length - visible.length;
  return [...visible, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(" · ");
}
