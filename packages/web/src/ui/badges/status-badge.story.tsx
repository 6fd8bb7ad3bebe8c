import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { StatusBadge } from "./status-badge.tsx";

const outcomes = Object.keys(outcomeStyles) as (keyof typeof outcomeStyles)[];

export const All = () => (
  <div style={{ display: "grid", gridTemplateColumns: "160px 160px", gap: 8, padding: 16 }}>
    {outcomes.flatMap((outcome) => [
      <StatusBadge key={outcome} outcome={outcome} />,
      <StatusBadge key={`${outcome}-chip`} outcome={outcome} variant="chip" />,
    ])}
  </div>
);

export const OfAnEndedRun = () => (
  <RunEnded value>
    <p>
      <StatusBadge outcome="running" />
    </p>
    <p>
      <StatusBadge outcome="announced" />
    </p>
    <p>
      <StatusBadge outcome="failed" />
    </p>
  </RunEnded>
);
