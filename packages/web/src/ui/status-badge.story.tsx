import { outcomeLooks } from "#ui/outcome.ts";
import { StatusBadge } from "#ui/status-badge.tsx";

const outcomes = Object.keys(outcomeLooks) as (keyof typeof outcomeLooks)[];

export const All = () => (
  <div style={{ display: "grid", gridTemplateColumns: "160px 160px", gap: 8, padding: 16 }}>
    {outcomes.flatMap((outcome) => [
      <StatusBadge key={outcome} outcome={outcome} />,
      <StatusBadge key={`${outcome}-chip`} outcome={outcome} variant="chip" />,
    ])}
  </div>
);
