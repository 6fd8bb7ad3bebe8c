import type { IncompleteReport } from "@plumb/contract/runs/uploads.ts";
import { IconPuzzle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { cut, formatCount, formatTimestamp, formatTimeOfDay } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./uploads.module.css";

/** Reports with missing shards, since when they have been missing, and what happens next. */
export function IncompleteReports({ reports }: { readonly reports: readonly IncompleteReport[] }) {
  if (reports.length === 0) return null;
  return (
    <section className={`${panel["panel"]} ${styles["band"]}`} aria-labelledby="missing-shards">
      <h2 id="missing-shards">
        <IconPuzzle size={16} aria-hidden />
        Missing shards
      </h2>
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            <Incomplete report={report} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Incomplete({ report }: { readonly report: IncompleteReport }) {
  const { id, number, suite, build, branch, shardTotal, came, lastHeardAt, waitsUntil } = report;
  const nowMs = Math.max(useNow(), 0);
  const location = [branch, build === null ? null : `build ${build}`].filter((part) => part !== null).join(", ");
  return (
    <>
      <Link to="/reports/$reportId" params={{ reportId: String(id) }} className={styles["strong"]}>
        {`${cut(suite, 80)} #${number}`}
      </Link>
      {location !== "" && <span className={styles["quiet"]}>{cut(location, 100)}</span>}
      <span>{`${formatCount(came)} of ${formatCount(shardTotal)} shards received; ${missingText(report)} missing.`}</span>
      <span className={styles["quiet"]}>
        {"Last received "}
        <TimeAgo timestamp={lastHeardAt} />
        {waitsUntil === null ? (
          `. The run finished without ${report.missingCount === 1 ? "it. Upload it" : "them. Upload them"} with the same build to continue it.`
        ) : (
          <>
            {". If nothing arrives by "}
            <time dateTime={waitsUntil} title={formatTimestamp(waitsUntil)}>
              {formatTimeOfDay(waitsUntil, nowMs)}
            </time>
            {`, the run finishes without ${report.missingCount === 1 ? "it" : "them"}.`}
          </>
        )}
      </span>
    </>
  );
}

const named = 8;

/** Returns the missing shards: `shard 2 is`, `shards 2, 5 and 3 more are`. */
function missingText({ missing, missingCount }: IncompleteReport): string {
  const more = missingCount - Math.min(missing.length, named);
  const list = missing.slice(0, named).join(", ");
  return missingCount === 1
    ? `shard ${list} is`
    : `shards ${list}${more > 0 ? ` and ${formatCount(more)} more` : ""} are`;
}
