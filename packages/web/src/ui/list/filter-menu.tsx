import { Button, Popover, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconFilter } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./filter-menu.module.css";

export interface MenuFilter {
  readonly label: string;
  /** Its options. */
  readonly content: ReactNode;
}

/** Button that opens a list of filters, and the options of the chosen one in its place. */
export function FilterMenu({ filters }: { readonly filters: readonly MenuFilter[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const current = filters.find(({ label }) => label === opened);
  return (
    <Popover
      position="bottom-start"
      width={260}
      trapFocus
      returnFocus
      withinPortal
      onChange={(isOpen) => isOpen && setOpened(null)}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          className={styles["button"] ?? ""}
        >
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={current?.label ?? "Filters"} p={6}>
        {current === undefined ? (
          <FilterNames filters={filters} onOpen={setOpened} />
        ) : (
          <FilterOptions filter={current} onBack={() => setOpened(null)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterNamesProps {
  readonly filters: readonly MenuFilter[];
  readonly onOpen: (label: string) => void;
}

function FilterNames({ filters, onOpen }: FilterNamesProps) {
  const first = useFocusOnceShown();
  return (
    <ul className={styles["names"]} aria-label="Filters">
      {filters.map(({ label }, index) => (
        <li key={label}>
          <UnstyledButton
            ref={index === 0 ? first : null}
            className={styles["name"]}
            aria-haspopup="true"
            onClick={() => onOpen(label)}
          >
            {label}
            <IconChevronRight size={14} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function FilterOptions({
  filter: { label, content },
  onBack,
}: {
  readonly filter: MenuFilter;
  readonly onBack: () => void;
}) {
  const back = useFocusOnceShown();
  return (
    <>
      <UnstyledButton
        ref={back}
        className={styles["back"]}
        aria-label={`${label}, back to all filters`}
        onClick={onBack}
      >
        <IconChevronLeft size={14} aria-hidden />
        {label}
      </UnstyledButton>
      <div className={styles["content"]}>{content}</div>
    </>
  );
}

/** The pressed button disappears with its list, which would leave the focus nowhere. */
function useFocusOnceShown() {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
