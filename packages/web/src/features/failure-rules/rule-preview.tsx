import type { RulePreview } from "@plumb/contract/failures/rules.ts";
import { cut, formatCount } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { previewSentences } from "./rule-texts.ts";
import styles from "./rules.module.css";

interface RulePreviewViewProps {
  /** `undefined` while loading, and while there is no pattern. */
  readonly preview: RulePreview | undefined;
  /** Reason why there is no preview. */
  readonly problem: string | null;
  /** Whether the preview belongs to the previous input. */
  readonly stale: boolean;
}

/** Effect of a rule on the last 90 days. */
export function RulePreviewView({ preview, problem, stale }: RulePreviewViewProps) {
  return (
    <section className={styles["preview"]} aria-label="Preview of matches" aria-busy={stale}>
      <output>
        {problem !== null && <p className={styles["problem"]}>{problem}</p>}
        {problem === null &&
          (preview === undefined ? (
            <p>Matches in the last 90 days appear here.</p>
          ) : (
            previewSentences(preview).map((sentence) => <p key={sentence}>{sentence}</p>)
          ))}
      </output>
      {problem === null && preview !== undefined && preview.failures > 0 && <Matched preview={preview} />}
    </section>
  );
}

function Matched({ preview: { classes, samples } }: { readonly preview: RulePreview }) {
  return (
    <>
      <h3>Current class</h3>
      <ul className={styles["classes"]} aria-label="Current classes">
        {classes.map(({ class: name, failures }) => (
          <li key={name}>
            <ClassBadge of={name} /> {formatCount(failures)}
          </li>
        ))}
      </ul>
      <h3>Matching errors</h3>
      <ul className={styles["samples"]} aria-label="Matching errors">
        {samples.map(({ error, line, failures }) => (
          <li key={`${error} ${line}`}>
            <bdi dir="auto" title={cut(error, 500)}>
              {cut(line, 300)}
            </bdi>
            <span className={styles["quiet"]}>{formatCount(failures)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
