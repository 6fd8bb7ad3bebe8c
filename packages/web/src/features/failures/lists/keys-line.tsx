import { Kbd } from "@mantine/core";
import styles from "#features/failures/failures-view.module.css";

/** Main shortcuts of the list; `?` shows all. */
export function KeysLine({ triage }: { readonly triage: boolean }) {
  return (
    <p className={styles["keys"]}>
      <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move · <Kbd size="xs">Enter</Kbd> open ·{" "}
      {triage && (
        <>
          <Kbd size="xs">1</Kbd>–<Kbd size="xs">5</Kbd> classify · <Kbd size="xs">x</Kbd> select ·{" "}
        </>
      )}
      <Kbd size="xs">?</Kbd> all shortcuts
    </p>
  );
}
