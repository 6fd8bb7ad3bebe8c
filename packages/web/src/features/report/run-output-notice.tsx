import { Skeleton } from "@mantine/core";
import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import { IconTerminal2 } from "@tabler/icons-react";
import { cut, formatBytes, formatCount } from "#lib/format/format.ts";
import { FoldedNotice } from "#ui/feedback/folded-notice.tsx";
import { CodeBlock } from "#ui/code/code-block.tsx";
import styles from "./run-output-notice.module.css";

interface RunOutputNoticeProps {
  /** Total number of outputs and files; the list may contain only the first ones. */
  readonly count: number;
  /** `undefined` until it was opened and loaded. */
  readonly output: RunOutput | undefined;
  readonly onOpen: () => void;
}

/** Output and files of the run outside its tests. Expands on demand. */
export function RunOutputNotice({ count, output, onOpen }: RunOutputNoticeProps) {
  const visible = output === undefined ? 0 : output.printed.length + output.files.length;
  return (
    <FoldedNotice
      icon={IconTerminal2}
      title="Output outside the tests"
      beside={<span className={styles["count"]}>{formatCount(count)}</span>}
      onOpen={onOpen}
    >
      {output === undefined ? (
        <Skeleton height={36} m={12} width="auto" />
      ) : (
        <div className={styles["content"]}>
          {output.printed.map(({ id, source, stream, text }) => (
            <section key={id}>
              <h3>{`${stream} of ${cut(source, 200)}`}</h3>
              <CodeBlock text={text} what={`${stream} of the run`} />
            </section>
          ))}
          {output.files.length > 0 && (
            <ul aria-label="Files of the run">
              {output.files.map(({ id, name, url, size }) => (
                <li key={id}>
                  {url === null ? (
                    <span>{cut(name, 200)}</span>
                  ) : (
                    <a href={url} target="_blank" rel="noreferrer">
                      {cut(name, 200)}
                    </a>
                  )}
                  <span className={styles["count"]}>{size === null ? "not uploaded" : formatBytes(size)}</span>
                </li>
              ))}
            </ul>
          )}
          {count > visible && <p>{`Showing the first ${formatCount(visible)} of ${formatCount(count)}.`}</p>}
        </div>
      )}
    </FoldedNotice>
  );
}
