import type { ItemSubject } from "@plumb/contract/items/annotations.ts";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";

/** Subject of an item as a link, or as stored text if it was deleted. */
export function ItemAbout({ subject }: { readonly subject: ItemSubject }) {
  const { kind, runId, runNumber, suite, runDeleted, testCaseId, test, groupId, error } = subject;
  const report = runNumber === null ? null : `${cut(suite ?? "", 80)} #${runNumber}`;
  const what = kind === "group" ? (error ?? "A failure") : (test ?? report ?? "");
  const name = <bdi>{cut(what, 200)}</bdi>;
  const search = testCaseId === null ? {} : { result: testCaseId };
  return (
    <>
      {kind === "group" && groupId !== null ? (
        <Link to="/defects" search={{ group: groupId }}>
          {name}
        </Link>
      ) : runId !== null && !runDeleted ? (
        <Link to="/reports/$reportId" params={{ reportId: String(runId) }} search={search}>
          {name}
        </Link>
      ) : (
        name
      )}
      {runDeleted ? (
        <span>{` · Report #${runNumber} was deleted`}</span>
      ) : (
        kind !== "run" && report !== null && <span>{` · ${report}`}</span>
      )}
    </>
  );
}
