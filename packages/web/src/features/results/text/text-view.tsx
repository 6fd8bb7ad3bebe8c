import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { cut, formatBytes } from "#lib/format/format.ts";
import { AnsiText } from "#ui/code/ansi-text.tsx";
import code from "#ui/code/code-block.module.css";
import { CopyButton } from "#ui/code/copy-button.tsx";

interface TextViewProps {
  readonly pieces: readonly string[];
  readonly name: string;
  /** Number of bytes shown; `size` is that of the whole file. */
  readonly read: number;
  readonly size: number;
  readonly url: string;
  /** `null` while more is loading. */
  readonly onMore: (() => void) | null;
}

/** Loaded part of a text with ANSI colors, and a link to the file. */
export function TextView({ pieces, name, read, size, url, onMore }: TextViewProps) {
  const label = cut(name, 100);
  if (size === 0) return <p>The file is empty.</p>;
  return (
    <div className={code["block"]}>
      <div className={code["copy"]}>
        <CopyButton value={() => stripAnsi(pieces.join(""))} what={label} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label={label} className={`${code["text"]} ${code["wrap"]}`}>
        {pieces.map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity except their position
          <AnsiText key={index} text={piece} />
        ))}
      </pre>
      {read < size && (
        <div className={code["more"]}>
          <span>{`${formatBytes(read)} of ${formatBytes(size)} shown`}</span>
          <button type="button" disabled={onMore === null} onClick={() => onMore?.()}>
            Show more
          </button>
          <a href={url} target="_blank" rel="noreferrer">
            Open the whole file
          </a>
        </div>
      )}
    </div>
  );
}
