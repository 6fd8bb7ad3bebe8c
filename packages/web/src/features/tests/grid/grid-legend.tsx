import { counted, cut } from "#lib/format/format.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { causeColor, causeLetter, namedCauses } from "./draw-grid.ts";
import { cellOutcomes, type GridModel } from "./grid-model.ts";
import styles from "./test-grid.module.css";

interface GridLegendProps {
  readonly model: GridModel;
  readonly byCause: boolean;
}

const outcomeSigns = [
  { letter: "F", color: "failed-ink", share: 1 },
  { letter: "E", color: "errored-ink", share: 1 },
  { letter: "K", color: "flaky-ink", share: 0.7 },
  { letter: "P", color: "passed", share: 0.3 },
  { letter: "S", color: "skipped", share: 0.12 },
] as const;

/** Explains the colours and letters of the cells. */
export function GridLegend({ model: { grid }, byCause }: GridLegendProps) {
  const others = grid.causes.slice(namedCauses);
  return (
    <ul className={styles["legend"]} aria-label="Legend">
      {byCause
        ? grid.causes.slice(0, namedCauses).map(({ groupId, message, cells }, index) => (
            <li key={groupId} title={message}>
              <Sign letter={causeLetter(index)} color={causeColor(index)} share={1} />
              <bdi dir="auto">{cut(message, 60)}</bdi>
              <span className={styles["quiet"]}>{cells}</span>
            </li>
          ))
        : outcomeSigns.map(({ letter, color, share }) => (
            <li key={letter}>
              <Sign letter={share > 0.5 ? letter : ""} color={color} share={share} />
              {outcomeStyles[cellOutcomes[letter]].word}
            </li>
          ))}
      {byCause && others.length > 0 && (
        <li>
          <Sign letter={causeLetter(-2)} color={causeColor(-2)} share={1} />
          {counted(others.length, "other cause")}
        </li>
      )}
    </ul>
  );
}

interface SignProps {
  readonly letter: string;
  readonly color: string;
  readonly share: number;
}

function Sign({ letter, color, share }: SignProps) {
  return (
    <span className={styles["sign"]} aria-hidden>
      <i style={{ height: `${share * 100}%`, background: `var(--${color})` }}>{letter}</i>
    </span>
  );
}
