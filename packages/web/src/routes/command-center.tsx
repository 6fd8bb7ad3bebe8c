import { Suspense, useEffect, useState } from "react";
import { useFollowedProjects } from "#features/projects/follow-projects.ts";
import { ProjectSwitcher } from "#features/projects/project-switcher.tsx";
import { afterPage } from "#lib/after-page.ts";

const CommandPalette = afterPage(async () => (await import("./command-palette.tsx")).CommandPalette);
const ProjectManagement = afterPage(
  async () => (await import("#features/projects/project-management.tsx")).ProjectManagement,
);

/** The project switcher and what it opens: the palette (Cmd/Ctrl+K from anywhere), and the management of projects. */
export function CommandCenter() {
  const [open, setOpen] = useState<"palette" | "management" | null>(null);
  const [managed, setManaged] = useState(false);
  const close = () => setOpen(null);
  useFollowedProjects();
  useModK(() => setOpen("palette"));
  return (
    <>
      <ProjectSwitcher onOpen={() => setOpen("palette")} />
      <Suspense>
        <CommandPalette
          opened={open === "palette"}
          onClose={close}
          onManageProjects={() => {
            setManaged(true);
            setOpen("management");
          }}
        />
      </Suspense>
      <Suspense>{managed && <ProjectManagement opened={open === "management"} onClose={close} />}</Suspense>
    </>
  );
}

/** Also while somebody types; not from within another dialog, whose input would be lost. */
function useModK(onPress: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // By its place as well: on a Cyrillic layout the key says л.
      if (event.key.toLowerCase() !== "k" && event.code !== "KeyK") return;
      event.preventDefault();
      if (event.target instanceof Element && event.target.closest("[role=dialog]") !== null) return;
      onPress();
    };
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  });
}
