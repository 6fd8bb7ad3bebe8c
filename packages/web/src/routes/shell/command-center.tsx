import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFollowedProjects } from "#features/projects/follow-projects.ts";
import { ProjectSwitcher } from "#features/projects/project-switcher.tsx";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { useProjectSwitch } from "./use-project-switch.ts";

const CommandPalette = lazyPart(async () => (await import("./command-palette.tsx")).CommandPalette);
const KeysOverview = lazyPart(async () => (await import("./keys-overview.tsx")).KeysOverview);
const ProjectManagement = lazyPart(
  async () => (await import("#features/projects/project-management.tsx")).ProjectManagement,
);

/**
 * The project switcher and what it opens: the palette (Cmd/Ctrl+K from anywhere), the list of all keys (`?`), and the
 * management of projects.
 */
export function CommandCenter() {
  const [open, setOpen] = useState<"palette" | "management" | "keys" | null>(null);
  const [managed, setManaged] = useState(false);
  // The dialogs cannot remember it themselves: their code may come after the key was pressed.
  const focusedBefore = useRef<Element>(null);
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopReturning = () => {
    clearTimeout(returning.current);
    returning.current = undefined;
  };
  const openDialog = (which: "palette" | "keys") => {
    // A dialog of ours, also one that is just going, had the focus from what was there before.
    if (open === null && returning.current === undefined) focusedBefore.current = document.activeElement;
    stopReturning();
    setOpen(which);
  };
  const openPalette = () => openDialog("palette");
  const openKeys = () => openDialog("keys");
  const close = () => {
    setOpen(null);
    // After the dialog has released the focus.
    returning.current = setTimeout(() => {
      returning.current = undefined;
      giveFocusBack(focusedBefore.current);
    });
  };
  const switchTo = useProjectSwitch();
  useFollowedProjects();
  useModK(openPalette, () => returning.current !== undefined);
  useShortcuts([{ key: "?", label: "Keyboard shortcuts", run: openKeys }]);
  useOfferedCommand("Keyboard shortcuts", openKeys, "keyboard shortcuts hotkeys help");
  return (
    <>
      <ProjectSwitcher onOpen={openPalette} />
      <CommandPalette
        opened={open === "palette"}
        onClose={close}
        onManageProjects={() => {
          stopReturning();
          setManaged(true);
          setOpen("management");
        }}
      />
      <KeysOverview opened={open === "keys"} onClose={close} />
      {managed && <ProjectManagement opened={open === "management"} onClose={close} onCreated={switchTo} />}
    </>
  );
}

function giveFocusBack(before: Element | null): void {
  const { activeElement } = document;
  if (before instanceof HTMLElement && before !== document.body && before.isConnected)
    before.focus({ preventScroll: true });
  // Nothing had the focus. While the dialog fades out, keys no longer belong to it.
  else if (activeElement instanceof HTMLElement) activeElement.blur();
}

/**
 * Works while typing, but not in another dialog, whose input would be lost.
 *
 * @param leaving Whether the focused dialog was just closed.
 */
function useModK(onPress: () => void, leaving: () => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // By its place as well: on a Cyrillic layout the key says л.
    if (event.key.toLowerCase() !== "k" && event.code !== "KeyK") return;
    event.preventDefault();
    if (event.target instanceof Element && event.target.closest("[role=dialog]") !== null && !leaving()) return;
    onPress();
  });
  // Registered with the render, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
}
