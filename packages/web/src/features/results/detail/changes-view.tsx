import type { FailureEvidence } from "@plumb/contract/failures/decisions.ts";
import { VisuallyHidden } from "@mantine/core";
import { cut } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./changes.module.css";

/** Differences between the last run in which a test passed and its first failure. */
export function ChangesView({ since }: { readonly since: FailureEvidence["sinceLastPass"] }) {
  if (since === null)
    return (
      <section className={styles["changes"]}>
        <h3>Changes since the last pass</h3>
        <p>No pass of this test is stored.</p>
      </section>
    );
  return (
    <section className={styles["changes"]}>
      <h3>
        {`Changes between the last pass, #${since.runNumber}, and the first failure, #${since.firstFailure.runNumber}, `}
        <TimeAgo timestamp={since.firstFailure.at} />
      </h3>
      {since.differences.length === 0 ? (
        <p>No differences in commit, duration, steps and environment.</p>
      ) : (
        <table aria-label="Changes since the last pass">
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>What</VisuallyHidden>
              </th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {since.differences.map(({ name, about, before, after }) => (
              <tr key={`${about} ${name}`}>
                <th scope="row">
                  <bdi>{about === "step" ? `Step “${cut(name, 120)}”` : cut(name, 120)}</bdi>
                </th>
                <Value text={before} />
                <Value text={after} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Value({ text }: { readonly text: string | null }) {
  if (text === null)
    return (
      <td>
        <span aria-hidden>–</span>
        <VisuallyHidden>not reported</VisuallyHidden>
      </td>
    );
  return (
    <td>
      <bdi>{cut(text, 300)}</bdi>
    </td>
  );
}
