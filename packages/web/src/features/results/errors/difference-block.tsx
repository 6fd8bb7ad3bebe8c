import { useMemo } from "react";
import { formatCount } from "#lib/format/format.ts";
import styles from "./difference-block.module.css";
import type { ExpectedReceived } from "@plumb/analysis/errors/expected-received.ts";
import { type DifferencePiece, valueDifference } from "./value-difference.ts";

const visibleLines = 400;

/** Expected and received values with highlighted differences. */
export function DifferenceBlock({ values }: { readonly values: ExpectedReceived }) {
  const { by, pieces } = useMemo(() => valueDifference(values), [values]);
  return (
    <figure className={styles["block"]} aria-label="Difference">
      {by === "words" ? <Pieces pieces={pieces} /> : <Lines pieces={pieces} />}
    </figure>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly DifferencePiece[] }) {
  return (
    <dl className={styles["words"]}>
      <dt>Expected</dt>
      <dd>
        <Side pieces={pieces} of="expected" />
      </dd>
      <dt>Received</dt>
      <dd>
        <Side pieces={pieces} of="received" />
      </dd>
    </dl>
  );
}

function Side({ pieces, of }: { readonly pieces: readonly DifferencePiece[]; readonly of: "expected" | "received" }) {
  return pieces.map((piece, index) => {
    if (piece.of === "both") return piece.text;
    if (piece.of !== of) return null;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity but their place
      <mark key={index} className={styles[of]}>
        {piece.text}
      </mark>
    );
  });
}

const signs = { both: " ", expected: "-", received: "+" } as const;

/** Diff with `-` for missing expected lines and `+` for received ones. */
function Lines({ pieces }: { readonly pieces: readonly DifferencePiece[] }) {
  const lines = pieces.flatMap(({ text, of }) =>
    text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => ({ line, of })),
  );
  return (
    <>
      <p className={styles["legend"]}>
        <span className={styles["expected"]}>- Expected</span>
        <span className={styles["received"]}>+ Received</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre className={styles["lines"]} tabIndex={0} aria-label="difference by lines">
        {lines.slice(0, visibleLines).map(({ line, of }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
          <span key={index} className={of === "both" ? "" : styles[of]}>{`${signs[of]} ${line}\n`}</span>
        ))}
      </pre>
      {lines.length > visibleLines && (
        <p className={styles["legend"]}>{`The first ${visibleLines} of ${formatCount(lines.length)} lines.`}</p>
      )}
    </>
  );
}
