import type { NamedRun } from "@plumb/contract/tests/tests.ts";
import { Link } from "@tanstack/react-router";
import { shortCommit } from "#lib/format/format.ts";

/** Number and commit of a run, as a link unless the report was deleted. */
export function RunLink({ run: { id, number, commit, exists } }: { readonly run: NamedRun }) {
  const name = `#${number}`;
  return (
    <>
      {exists ? (
        <Link to="/reports/$reportId" params={{ reportId: String(id) }}>
          {name}
        </Link>
      ) : (
        <span title="The report was deleted">{name} (deleted)</span>
      )}
      {commit !== null && (
        <>
          {" "}
          <code title={commit}>{shortCommit(commit)}</code>
        </>
      )}
    </>
  );
}
