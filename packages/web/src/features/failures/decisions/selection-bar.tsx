import { Button, Kbd, Menu } from "@mantine/core";
import { counted } from "#lib/format/format.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { IconArrowMerge, IconTags, IconTicket } from "@tabler/icons-react";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ClearSelection } from "#ui/list/clear-selection.tsx";
import styles from "./selection-bar.module.css";

interface SelectionBarProps {
  /** `cause` or `test`. */
  readonly noun: string;
  readonly count: number;
  /** Text with the number of affected failures; `null` while unknown. */
  readonly reach: string | null;
  readonly onClassify: (as: FailureClass) => void;
  /** `undefined` if there is nothing to merge. */
  readonly onMerge?: (() => void) | undefined;
  /** Creates tickets; `undefined` if no tracker is connected. */
  readonly onPush?: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Number of selected rows and of their failures, with actions. */
export function SelectionBar({ noun, count, reach, onClassify, onMerge, onPush, onClear }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selection">
      <output>{`${counted(count, noun)} selected${reach === null ? "" : ` · ${reach}`}`}</output>
      <Menu position="top">
        <Menu.Target>
          <Button size="xs" leftSection={<IconTags size={15} aria-hidden />}>
            Classify as
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {failureClasses.map((each, index) => (
            <Menu.Item
              key={each}
              rightSection={
                <Kbd size="xs" aria-hidden>
                  {index + 1}
                </Kbd>
              }
              onClick={() => onClassify(each)}
            >
              <ClassBadge of={each} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {onMerge !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowMerge size={15} aria-hidden />}
          disabled={count < 2}
          aria-haspopup="dialog"
          onClick={onMerge}
        >
          Merge
        </Button>
      )}
      {onPush !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTicket size={15} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onPush}
        >
          Create tickets
        </Button>
      )}
      <ClearSelection onClear={onClear} />
    </section>
  );
}
