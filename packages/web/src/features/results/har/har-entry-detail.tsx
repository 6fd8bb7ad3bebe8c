import { cut, formatDuration } from "#lib/format/format.ts";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import type { HarEntry, HarHeader } from "./har.ts";
import styles from "./har-view.module.css";

/** Request of an HTTP archive with address, timings, headers and bodies. */
export function HarEntryDetail({ entry }: { readonly entry: HarEntry }) {
  const { method, url, status, statusText, timings } = entry;
  return (
    <section className={styles["detail"]} aria-label="Request">
      <p className={styles["address"]}>
        {`${cut(method, 10)} ${cut(url, 4000)}`}
        <CopyButton value={url} what="URL" />
      </p>
      <p>{status === 0 ? `No response. ${cut(statusText, 500)}` : `${status} ${cut(statusText, 500)}`}</p>
      {timings.length > 0 && (
        <p>{timings.map(({ name, duration }) => `${cut(name, 30)} ${formatDuration(duration)}`).join(", ")}</p>
      )}
      <Headers title="Request headers" headers={entry.requestHeaders} />
      {entry.requestBody !== null && <CodeBlock text={entry.requestBody} what="request body" />}
      <Headers title="Response headers" headers={entry.responseHeaders} />
      {entry.responseBody === null ? (
        <p>The archive does not contain the response body.</p>
      ) : (
        <CodeBlock text={entry.responseBody} what="response body" />
      )}
    </section>
  );
}

function Headers({ title, headers }: { readonly title: string; readonly headers: readonly HarHeader[] }) {
  if (headers.length === 0) return null;
  return (
    <details>
      <summary>{`${title} (${headers.length})`}</summary>
      <dl>
        {headers.slice(0, 200).map(({ name, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a header may occur twice
          <div key={index}>
            <dt>{cut(name, 200)}</dt>
            <dd>{cut(value, 2000)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
