import { Button, Kbd, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { counted, formatCount } from "#lib/format/format.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type Icon, IconArrowMerge, IconShieldPause, IconTags, IconTicket, IconUserPlus } from "@tabler/icons-react";
import type { FailureAct } from "#lib/keys/triaged-failure.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { CopyLinkButton } from "#ui/code/copy-link-button.tsx";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { ActionItems } from "#ui/list/actions.tsx";
import { ClearSelection } from "#ui/list/clear-selection.tsx";
import styles from "./selection-bar.module.css";

export interface SelectionBarProps {
  /** `cause` or `test`. */
  readonly noun: string;
  readonly count: number;
  /** Number of all matches, if more than the selected rows match. */
  readonly more?: number | null;
  readonly onSelectAll?: () => void;
  /** Acts that are possible for this selection. */
  readonly acts: readonly FailureAct[];
  readonly onAct: (act: FailureAct) => void;
  /** Address of the list with this selection. */
  readonly path?: string;
  /** Number of affected failures, by class; `null` while unknown. */
  readonly reach: Reach | null;
  readonly onClassify: (as: FailureClass) => void;
  readonly onClear: () => void;
}

export interface Reach {
  readonly text: string;
  readonly failures: number;
  /** Number of failures that have a class already. */
  readonly already: Partial<Readonly<Record<FailureClass, number>>>;
}

const offered: readonly { readonly act: FailureAct; readonly label: string; readonly icon: Icon }[] = [
  { act: "assign", label: "Assign", icon: IconUserPlus },
  { act: "same", label: "Merge", icon: IconArrowMerge },
  { act: "ticket", label: "Create tickets", icon: IconTicket },
  { act: "quarantine", label: "Quarantine", icon: IconShieldPause },
];

/** Number of selected rows and of their failures, with actions. */
export function SelectionBar(props: SelectionBarProps) {
  const { noun, count, more = null, onSelectAll, reach, onClassify, acts, onAct, path, onClear } = props;
  const isNarrow = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  if (count === 0) return null;
  const possible = offered.filter(({ act }) => acts.includes(act));
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selection">
      <output>{`${counted(count, noun)} selected${reach === null ? "" : ` · ${reach.text}`}`}</output>
      {more !== null && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          {`Select all ${formatCount(more)} that match`}
        </Button>
      )}
      <ClassMenu reach={reach} onClassify={onClassify} />
      {isNarrow && possible.length > 0 ? (
        <ActionMenu of="the selection">
          <ActionItems actions={possible.map(({ act, ...action }) => ({ ...action, onClick: () => onAct(act) }))} />
        </ActionMenu>
      ) : (
        possible.map(({ act, label, icon: Glyph }) => (
          <Button
            key={act}
            size="xs"
            variant="default"
            leftSection={<Glyph size={15} aria-hidden />}
            aria-haspopup="dialog"
            disabled={act === "same" && count < 2}
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))
      )}
      {path !== undefined && <CopyLinkButton path={path} size="xs" />}
      <ClearSelection onClear={onClear} />
    </section>
  );
}

/** Classes, each with the number of failures that have it already. */
function ClassMenu({ reach, onClassify }: Pick<SelectionBarProps, "onClassify" | "reach">) {
  return (
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
            {(reach?.already[each] ?? 0) > 0 && (
              <span className={styles["already"]}>
                {`${formatCount(reach?.already[each] ?? 0)} of ${formatCount(reach?.failures ?? 0)} already`}
              </span>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
