import { Button, Kbd, Menu } from "@mantine/core";
import { counted, formatCount } from "#lib/format/format.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { IconArrowMerge, IconTags, IconTicket, IconUserPlus } from "@tabler/icons-react";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { CopyLinkButton } from "#ui/code/copy-link-button.tsx";
import { ClearSelection } from "#ui/list/clear-selection.tsx";
import styles from "./selection-bar.module.css";

export interface SelectionBarProps {
  /** `cause` or `test`. */
  readonly noun: string;
  readonly count: number;
  /** Number of all matches, if more than the selected rows match. */
  readonly more?: number | null;
  readonly onSelectAll?: () => void;
  /** Assigns the selected rows; `undefined` if there are too many. */
  readonly onAssign?: (() => void) | undefined;
  /** Address of the list with this selection. */
  readonly path?: string;
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
export function SelectionBar(props: SelectionBarProps) {
  const { noun, count, more = null, onSelectAll, reach, onClassify, onAssign, onMerge, onPush, path, onClear } = props;
  if (count === 0) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selection">
      <output>{`${counted(count, noun)} selected${reach === null ? "" : ` · ${reach}`}`}</output>
      {more !== null && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          {`Select all ${formatCount(more)} that match`}
        </Button>
      )}
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
      {onAssign !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserPlus size={15} aria-hidden />}
          aria-haspopup="dialog"
          aria-keyshortcuts="a"
          onClick={onAssign}
        >
          Assign
        </Button>
      )}
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
      {path !== undefined && <CopyLinkButton path={path} size="xs" />}
      <ClearSelection onClear={onClear} />
    </section>
  );
}
