import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import styles from "./json-tree.module.css";

/** Trees with fewer values are open by default. */
const smallTree = 200;
const childrenAtOnce = 100;
const longestText = 500;

/** Collapsible tree of JSON. Closed parts are not rendered. */
export function JsonTree({ json, name }: { readonly json: unknown; readonly name: string }) {
  const label = cut(name, 100);
  return (
    <div className={styles["tree"]}>
      <div className={styles["copy"]}>
        <CopyButton value={() => JSON.stringify(json, null, 2)} what={label} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <figure className={styles["values"]} tabIndex={0} aria-label={label}>
        <Value value={json} opened all={isSmall(json)} />
      </figure>
    </div>
  );
}

interface ValueProps {
  /** Unset at the root and in lists. */
  readonly name?: string;
  readonly value: unknown;
  readonly opened: boolean;
  /** Whether everything below is also open. */
  readonly all: boolean;
}

function Value({ name, value, opened, all }: ValueProps) {
  const [open, setOpen] = useState(opened);
  const label = name === undefined ? null : <span className={styles["key"]}>{`${cut(name, 200)}: `}</span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div className={styles["leaf"]}>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  const kind = Array.isArray(value) ? `[${formatCount(count)}]` : `{${formatCount(count)}}`;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={styles["kind"]}>{kind}</span>
      </summary>
      {open && <Children value={value} all={all} />}
    </details>
  );
}

function Children({ value, all }: { readonly value: object; readonly all: boolean }) {
  const [visible, setVisible] = useState(childrenAtOnce);
  const entries = Object.entries<unknown>(value as Readonly<Record<string, unknown>>);
  return (
    <div className={styles["children"]}>
      {entries.slice(0, visible).map(([key, child]) => (
        <Value key={key} name={key} value={child} opened={all} all={all} />
      ))}
      {entries.length > visible && (
        <button type="button" className={styles["more"]} onClick={() => setVisible(visible + 10 * childrenAtOnce)}>
          {`Show more (${formatCount(entries.length - visible)})`}
        </button>
      )}
    </div>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  const [full, setFull] = useState(false);
  if (typeof value !== "string") return <span className={styles["word"]}>{String(value)}</span>;
  const long = value.length > longestText && !full;
  return (
    <>
      <span className={styles["string"]}>{JSON.stringify(long ? value.slice(0, longestText) : value)}</span>
      {long && (
        <button type="button" className={styles["more"]} onClick={() => setFull(true)}>
          {`Show all ${formatCount(value.length)} characters`}
        </button>
      )}
    </>
  );
}

/** Counts without recursion and stops early, because the tree may be deep and large. */
function isSmall(json: unknown): boolean {
  const open: unknown[] = [json];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen + open.length > smallTree) return false;
    const value = open.pop();
    if (typeof value === "object" && value !== null) {
      const children = Object.values<unknown>(value as Readonly<Record<string, unknown>>);
      if (children.length > smallTree) return false;
      open.push(...children);
    }
  }
  return true;
}
