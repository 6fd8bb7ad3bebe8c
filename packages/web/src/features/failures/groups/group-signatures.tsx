import { Button, Checkbox } from "@mantine/core";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { IconArrowsSplit } from "@tabler/icons-react";
import { useState } from "react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import styles from "./group-details.module.css";

interface GroupSignaturesProps {
  readonly group: FailureGroupDetails;
  /** `undefined` for viewers. */
  readonly onSplit: ((groupId: number, signatures: readonly string[]) => void) | undefined;
}

/** Errors of a cause with their similarity to it and a sample, folded. Users can split some of them off. */
export function GroupSignatures({ group: { id, signatures, normalizedText }, onSplit }: GroupSignaturesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (signature: string) => {
    const next = new Set(chosen);
    if (!next.delete(signature)) next.add(signature);
    setChosen(next);
  };
  const splits = onSplit !== undefined && signatures.length > 1;
  // The list may have changed since the selection.
  const meant = signatures.map(({ signature }) => signature).filter((signature) => chosen.has(signature));
  return (
    <details className={styles["grouped"]}>
      <summary>{`Why these failures are grouped (${counted(signatures.length, "error")})`}</summary>
      <p className={styles["quiet"]}>
        {"Normalized error: "}
        <bdi dir="auto">
          <code>{cut(normalizedText, 600)}</code>
        </bdi>
      </p>
      <ul className={styles["signatures"]} aria-label="Errors of this cause">
        {signatures.map((each) => (
          <li key={each.signature}>
            {splits && (
              <Checkbox
                size="xs"
                mt={2}
                aria-label={`Choose ${cut(each.text, 100)}`}
                checked={chosen.has(each.signature)}
                onChange={() => toggle(each.signature)}
              />
            )}
            <div className={styles["signature"]}>
              <details>
                <summary>
                  <bdi dir="auto">{cut(each.text, 300)}</bdi>
                </summary>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and is to be scrolled by keys as well */}
                <pre dir="auto" tabIndex={0} aria-label="Sample">
                  {cut(each.sample, 10_000)}
                </pre>
              </details>
              <span className={styles["quiet"]}>
                {`${counted(each.occurrences, "failure")} · ${placement(each)} · `}
                <code>{each.signature.slice(0, 12)}</code>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {splits && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsSplit size={14} aria-hidden />}
          disabled={meant.length === 0 || meant.length === signatures.length}
          title="Moves the selected errors to a new cause, including future failures"
          onClick={() => {
            onSplit(id, meant);
            setChosen(new Set());
          }}
        >
          {meant.length === 0 ? "Split off selected errors" : `Split off ${formatCount(meant.length)}`}
        </Button>
      )}
    </details>
  );
}

function placement({ placedBy, share }: FailureGroupDetails["signatures"][number]): string {
  if (placedBy === "person") return "moved here by a user";
  return placedBy === "same" ? "identical" : `${Math.round(share * 100)}% similar`;
}
