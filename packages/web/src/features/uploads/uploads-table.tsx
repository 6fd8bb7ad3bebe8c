import { Table } from "@mantine/core";
import type { Upload } from "@plumb/contract/runs/uploads.ts";
import { Link } from "@tanstack/react-router";
import type { UploadsSearch } from "#lib/address/uploads-search.ts";
import { counted, cut, formatBytes, shortCommit } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { uploadTitle, wayLabels } from "./upload-styles.ts";
import { UploadReports } from "./upload-reports.tsx";
import { UploadStateMark } from "./upload-state-mark.tsx";
import styles from "./uploads.module.css";

interface UploadsTableProps {
  readonly uploads: readonly Upload[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  readonly search: UploadsSearch;
}

/** Table of uploads, newest first. The name opens the details. */
export function UploadsTable({ uploads, stale, search }: UploadsTableProps) {
  return (
    <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy={stale}>
      <CardTable label="Uploads" columns={["Upload", "State", "From", "Report", "When"]} verticalSpacing={7}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} search={search} />
        ))}
      </CardTable>
    </div>
  );
}

function UploadRow({ upload, search }: { readonly upload: Upload; readonly search: UploadsSearch }) {
  const { id, way, state, reason, tests, bytes, sender, branch, build, commit, shard, receivedAt } = upload;
  const facts = [
    wayLabels[way],
    ...(shard === null ? [] : [`shard ${shard.current}${shard.total === null ? "" : ` of ${shard.total}`}`]),
    ...(tests > 0 ? [counted(tests, "test")] : []),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
  ];
  const location = [
    ...(branch === null ? [] : [branch]),
    ...(build === null ? [] : [`build ${build}`]),
    ...(commit === null || build !== null ? [] : [shortCommit(commit)]),
  ].join(" · ");
  return (
    <Table.Tr data-open={search.upload === id}>
      <Table.Td className={styles["what"] ?? ""}>
        <Link
          to="/uploads"
          search={{ ...search, upload: id }}
          replace={search.upload !== undefined}
          resetScroll={false}
          className={styles["name"] ?? ""}
          aria-label={`${cut(uploadTitle(upload), 120)}, upload ${id}`}
          data-open-row
        >
          <bdi dir="auto">{cut(uploadTitle(upload), 120)}</bdi>
        </Link>
        <span className={styles["under"]}>{facts.join(" · ")}</span>
      </Table.Td>
      <Table.Td className={styles["why"] ?? ""}>
        <UploadStateMark state={state} />
        {reason !== null && <span className={styles["under"]}>{cut(reason, 160)}</span>}
      </Table.Td>
      <Table.Td className={styles["from"] ?? ""}>
        <span>{sender.name === null ? "Unknown" : cut(sender.name, 60)}</span>
        {location !== "" && (
          <span className={styles["under"]} title={location}>
            {cut(location, 80)}
          </span>
        )}
      </Table.Td>
      <Table.Td data-part="fit">
        <UploadReports reports={upload.reports} max={2} />
      </Table.Td>
      <Table.Td data-part="short">
        <TimeAgo timestamp={receivedAt} className={styles["quiet"]} />
      </Table.Td>
    </Table.Tr>
  );
}
