import { Button } from "@mantine/core";
import type { SizeEstimates } from "@plumb/contract/runs/exports.ts";
import { IconFileTypeHtml, IconFileZip } from "@tabler/icons-react";
import { counted, formatBytes } from "#lib/format/format.ts";
import { noArtifacts } from "./artifact-count.ts";
import styles from "./exports.module.css";

interface ExportChoiceProps {
  /** `undefined` while loading; `null` after an error, when the number of artifacts is also unknown. */
  readonly sizes: SizeEstimates | null | undefined;
  readonly onChoose: (full: boolean) => void;
}

/** Choice between lite and full export. Shows typical sizes if the estimates are unknown. */
export function ExportChoice({ sizes, onChoose }: ExportChoiceProps) {
  const count = sizes?.full.artifactCount ?? 0;
  const bar =
    sizes === undefined || count > 0 ? null : sizes === null ? "Failed to get export size estimates" : noArtifacts;
  return (
    <div className={styles["choice"]} aria-busy={sizes === undefined}>
      <section aria-labelledby="export-lite">
        <h3 id="export-lite">Lite Export</h3>
        <p>Every test with its attempts, errors, steps and output, without artifacts.</p>
        <p className={styles["size"]}>{sizeText(sizes?.lite, { size: "50KB", seconds: 5 })}</p>
        <Button leftSection={<IconFileTypeHtml size={16} aria-hidden />} onClick={() => onChoose(false)}>
          Lite Export
        </Button>
      </section>
      <section aria-labelledby="export-full">
        <h3 id="export-full">Full Export</h3>
        <p>{count > 0 ? `Adds ${counted(count, "artifact")}.` : "Adds screenshots, videos and traces."}</p>
        <p className={styles["size"]}>{bar ?? sizeText(sizes?.full, { size: null, seconds: 30 })}</p>
        <Button
          leftSection={<IconFileZip size={16} aria-hidden />}
          variant="default"
          disabled={sizes === undefined}
          {...(bar !== null && {
            "aria-disabled": true,
            "data-disabled": true,
            "aria-describedby": "export-full-barred",
            title: bar,
          })}
          onClick={() => {
            if (bar === null) onChoose(true);
          }}
        >
          Full Export
        </Button>
        {bar !== null && (
          <span id="export-full-barred" hidden>
            {bar}
          </span>
        )}
      </section>
    </div>
  );
}

function sizeText(
  estimate: SizeEstimates["lite"] | undefined,
  usual: { readonly size: string | null; readonly seconds: number },
): string {
  const size = estimate === undefined ? usual.size : formatBytes(estimate.bytes);
  const seconds = estimate?.seconds ?? usual.seconds;
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `About ${size === null ? "" : `${size}, `}${time}`;
}
