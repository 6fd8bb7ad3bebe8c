import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFollowedProjects } from "#features/projects/follow-projects.ts";
import { ProjectSwitcher } from "#features/projects/project-switcher.tsx";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { OpeningDialog } from "#ui/feedback/opening-dialog.tsx";
import { useProjectSwitch } from "./use-project-switch.ts";

const CommandPalette = lazyPart(async () => (await import("./command-palette.tsx")).CommandPalette);
const KeysOverview = lazyPart(async () => (await import("./keys-overview.tsx")).KeysOverview);
const ProjectManagement = lazyPart(
  async () => (await import("#features/projects/project-management.tsx")).ProjectManagement,
);

/** Project switcher with its dialogs: the command palette (Cmd/Ctrl+K), the list of shortcuts (`?`) and the management of projects. */
export function CommandCenter() {
  const [open, setOpen] = useState<"palette" | "management" | "keys" | null>(null);
  const [managed, setManaged] = useState(false);
  // The dialogs cannot store it themselves, because their code may load after the key press.
  const focusedBefore = useRef<Element>(null);
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopReturning = () => {
    clearTimeout(returning.current);
    returning.current = undefined;
  };
  const openDialog = (which: "palette" | "keys") => {
    // Keeps the earlier element if another of these dialogs is open or closing.
    if (open === null && returning.current === undefined) focusedBefore.current = document.activeElement;
    stopReturning();
    setOpen(which);
  };
  const openPalette = () => openDialog("palette");
  const openKeys = () => openDialog("keys");
  const close = () => {
    setOpen(null);
    // Runs after the dialog has released the focus.
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
      {open !== null && <OpeningDialog />}
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
  // If no element had the focus before, the closing dialog must lose it, because it would still receive keys.
  else if (activeElement instanceof HTMLElement) activeElement.blur();
}

/**
 * Registers Cmd/Ctrl+K. It works while typing, but not in another dialog, because input there would be lost.
 *
 * @param leaving Whether the focused dialog was just closed.
 */
function useModK(onPress: () => void, leaving: () => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // Also checks the physical key, because a Cyrillic layout reports л.
    if (event.key.toLowerCase() !== "k" && event.code !== "KeyK") return;
    event.preventDefault();
    if (event.target instanceof Element && event.target.closest("[role=dialog]") !== null && !leaving()) return;
    onPress();
  });
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
}
