import { IconFolder, IconLayoutDashboard, IconLogout, IconSettings } from "@tabler/icons-react";
import { useState } from "react";
import { Palette } from "./palette.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";
import type { Entry, Section } from "./palette-rows.ts";

const nothing = () => {};
const project = (name: string, id = name): Entry => ({ id, label: name, icon: IconFolder, run: nothing });
const commands: Section = {
  title: "Commands",
  kind: "commands",
  entries: [
    { id: "dashboard", label: "Go to Dashboard", icon: IconLayoutDashboard, run: nothing },
    { id: "out", label: "Sign out", icon: IconLogout, run: nothing },
  ],
};
const pinned: Section = {
  title: "Projects",
  kind: "commands",
  pinned: true,
  entries: [{ id: "manage", label: "Manage Projects", icon: IconSettings, run: nothing }],
};
const few = ["Back office", "Shop API", "Storefront"].map((name) => project(name));
const recent: Section = {
  title: "Recent",
  kind: "projects",
  repeats: true,
  entries: [{ ...project("Storefront"), current: true }, project("Shop API")],
};

function Example({ sections, title = "Switch Project" }: { readonly sections: readonly Section[]; title?: string }) {
  const [chosen, setChosen] = useState("");
  return (
    <>
      <PaletteDialog opened={chosen === ""} title={title} onClose={() => setChosen("closed")}>
        <Palette sections={sections} onChoose={({ label }) => setChosen(label)} />
      </PaletteDialog>
      <output>{chosen}</output>
    </>
  );
}

export const Few = () => (
  <Example sections={[recent, { title: "All Projects", kind: "projects", entries: few }, commands, pinned]} />
);

/** The user has only one project, which is selected. */
export const One = () => {
  const only = [{ ...project("Storefront"), current: true }];
  return <Example sections={[{ title: "All Projects", kind: "projects", entries: only }, commands]} />;
};

export const Unselected = () => (
  <Example title="Select Project" sections={[{ title: "All Projects", kind: "projects", entries: few }]} />
);

const thousands: Section = {
  title: "All Projects",
  kind: "projects",
  entries: Array.from({ length: 5000 }, (_, index) => project(`Project ${index + 1}`, String(index))),
};
export const Huge = () => <Example sections={[recent, thousands, commands, pinned]} />;

const hostile = ["<img src=x onerror=\"document.title='pwned'\">".repeat(20), "\u202Egnigats", "W".repeat(100)];
export const Hostile = () => (
  <Example sections={[{ title: "All Projects", kind: "projects", entries: hostile.map((name) => project(name)) }]} />
);
