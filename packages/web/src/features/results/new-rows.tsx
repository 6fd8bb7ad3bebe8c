import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { formatCount } from "#lib/format.ts";
import styles from "./results-list.module.css";
import type { LiveRows } from "./use-live-rows.ts";

/** What has arrived while the list was being read waits behind a button; nothing moves before it is pressed. */
export function NewRows({ live, onShow }: { readonly live: LiveRows; readonly onShow: () => void }) {
  const { waiting, ended } = live;
  const shown = waiting > 0 || ended;
  return (
    <output className={styles["new"]}>
      {shown && (
        <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShow}>
          {waiting === 0
            ? "Show the final results"
            : `${formatCount(waiting)} new ${waiting === 1 ? "result" : "results"}`}
        </Button>
      )}
    </output>
  );
}
