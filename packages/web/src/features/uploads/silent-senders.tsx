import type { SilentSender } from "@plumb/contract/runs/uploads.ts";
import { IconVolumeOff } from "@tabler/icons-react";
import { counted, cut, formatTimestamp } from "#lib/format/format.ts";
import styles from "./uploads.module.css";

/** API keys and suites that have stopped sending reports. */
export function SilentSenders({ senders }: { readonly senders: readonly SilentSender[] }) {
  if (senders.length === 0) return null;
  return (
    <ul className={styles["silent"]} aria-label="Inactive keys and suites">
      {senders.map((sender) => (
        <li key={`${sender.kind} ${sender.keyId ?? sender.name}`}>
          <IconVolumeOff size={15} aria-hidden />
          <span title={`Last on ${formatTimestamp(sender.lastAt)}`}>{silenceText(sender)}</span>
        </li>
      ))}
    </ul>
  );
}

function silenceText({ kind, name, silentDays, activeDays, ofDays }: SilentSender): string {
  const who = `${kind === "key" ? "the key" : "the suite"} ${cut(name, 80)}`;
  const before =
    activeDays === ofDays ? `on each of ${counted(ofDays, "day")}` : `on ${activeDays} of ${counted(ofDays, "day")}`;
  return `No uploads from ${who} for ${counted(silentDays, "day")}. Previously, it uploaded ${before}.`;
}
