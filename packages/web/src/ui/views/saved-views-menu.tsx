import { Button, Menu } from "@mantine/core";
import { IconBookmark, IconBookmarks, IconCheck, IconSettings, IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import { cut } from "#lib/format/format.ts";
import type { View } from "#lib/api/saved-view.ts";

interface SavedViewsMenuProps<Search> {
  readonly button?: Ref<HTMLButtonElement>;
  readonly search: Search;
  /** Whether two searches are the same view. */
  readonly isSame: (one: Search, other: Search) => boolean;
  /** `undefined` while loading. */
  readonly views: readonly View<Search>[] | undefined;
  readonly failed: boolean;
  /** Called when the menu opens, to load the views. */
  readonly onOpen: () => void;
  readonly onApply: (search: Search) => void;
  readonly onSave: () => void;
  readonly onManage: () => void;
}

/** Menu of the user's own views and shared ones. */
export function SavedViewsMenu<Search>(props: SavedViewsMenuProps<Search>) {
  const { button, search, isSame, views, failed, onOpen, onApply, onSave, onManage } = props;
  const current = views?.find((view) => isSame(view.search, search));
  return (
    <Menu width={280} position="bottom-start" onOpen={onOpen} withinPortal>
      <Menu.Target>
        <Button ref={button} variant="default" leftSection={<IconBookmarks size={16} aria-hidden />}>
          {current === undefined ? "Views" : cut(current.name, 24)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: 420, overflowY: "auto" }}>
        {views === undefined ? (
          <Menu.Label>{failed ? "Failed to load the views" : "Loading…"}</Menu.Label>
        ) : (
          <>
            <Section title="My views" views={views.filter(({ own }) => own)} current={current} onApply={onApply} />
            <Section
              title="Shared with the project"
              views={views.filter(({ own }) => !own)}
              current={current}
              onApply={onApply}
            />
            {views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmark size={15} aria-hidden />} onClick={onSave}>
          Save this view…
        </Menu.Item>
        {views !== undefined && views.length > 0 && (
          <Menu.Item leftSection={<IconSettings size={15} aria-hidden />} onClick={onManage}>
            Manage views…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SectionProps<Search> {
  readonly title: string;
  readonly views: readonly View<Search>[];
  readonly current: View<Search> | undefined;
  readonly onApply: (search: Search) => void;
}

function Section<Search>({ title, views, current, onApply }: SectionProps<Search>) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={
            view === current ? (
              <IconCheck size={15} aria-label="Current view" />
            ) : (
              <span style={{ display: "block", width: 15 }} />
            )
          }
          rightSection={view.own && view.shared ? <IconUsers size={14} aria-label="Shared" /> : null}
          onClick={() => onApply(view.search)}
        >
          <span style={{ overflowWrap: "anywhere" }}>{view.name}</span>
        </Menu.Item>
      ))}
    </>
  );
}
