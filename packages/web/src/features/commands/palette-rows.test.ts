import { IconFolder } from "@tabler/icons-react";
import { expect, test } from "vitest";
import { paletteRows, type Section } from "./palette-rows.ts";

const entry = (label: string, keywords?: string) => ({ id: label, label, keywords, icon: IconFolder, run: () => {} });
const sections: readonly Section[] = [
  { title: "Recent", kind: "projects", repeats: true, entries: [entry("Web shop")] },
  { title: "All Projects", kind: "projects", entries: [entry("Back office"), entry("Web shop"), entry("Shop API")] },
  {
    title: "Commands",
    kind: "commands",
    entries: [entry("Use the dark theme", "appearance night"), entry("Sign out")],
  },
  { title: "Projects", kind: "commands", pinned: true, entries: [entry("Manage Projects")] },
];

test.for([
  [
    "",
    "[Recent] Web shop [All Projects] Back office Web shop Shop API [Commands] Use the dark theme Sign out Manage Projects",
  ],
  ["shop", "[All Projects] Shop API Web shop"],
  ["night", "[Commands] Use the dark theme"],
  [">", "[Commands] Use the dark theme Sign out Manage Projects"],
  ["> sign", "[Commands] Sign out"],
  ["zzz", ""],
] as const)("%j lists %s", ([typed, expected]) => {
  const rows = paletteRows(sections, typed);
  expect(rows.map((row) => (row.kind === "title" ? `[${row.title}]` : row.entry.label)).join(" ")).toBe(expected);
  const indices = rows.flatMap((row) => (row.kind === "entry" ? [row.place] : []));
  expect(indices).toEqual(indices.map((_, index) => index));
});

test("recent searches keep their order, whatever is typed", () => {
  const found: Section = { title: "Tests", kind: "projects", found: true, entries: [entry("zebra"), entry("apple")] };
  const labels = paletteRows([found], "cart").flatMap((row) => (row.kind === "entry" ? [row.entry.label] : []));
  expect(labels).toEqual(["zebra", "apple"]);
});
