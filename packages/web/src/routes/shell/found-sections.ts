import { type Found, searchProject } from "@plumb/contract/projects/search.ts";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { IconBug, IconChecklist, IconClipboardList, IconTestPipe, IconUsers } from "@tabler/icons-react";
import { counted } from "@plumb/contract/text/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Section } from "#features/commands/palette-rows.ts";
import { api } from "#lib/api/api.ts";
import { formatDay } from "#lib/format/format.ts";
import { testStateStyles } from "#ui/badges/test-state.tsx";

const waitMs = 150;
const shortest = 2;

interface FoundSections {
  readonly sections: readonly Section[];
  /** Error of the search; `null` if there is none. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Searches reports, tests, causes, analysis items and owners of the project after a pause in typing. */
export function useFoundSections(project: Project | null, typed: string): FoundSections {
  const navigate = useNavigate();
  const q = usePaused(typed.trim());
  const isRequested = project !== null && q.length >= shortest && !q.startsWith(">");
  const { data, error, refetch } = useQuery({
    queryKey: ["search", project?.id, q],
    queryFn: async ({ signal }) =>
      (await api.call(searchProject, { params: { projectId: project?.id ?? 0 }, query: { q }, signal })).data,
    enabled: isRequested,
    placeholderData: keepPreviousData,
  });
  const sections = useMemo(
    () => (isRequested && data !== undefined ? sectionsOf(data, (to) => void navigate(to)) : []),
    [isRequested, data, navigate],
  );
  return { sections, error: isRequested ? error : null, onRetry: () => void refetch() };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), waitMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

function sectionsOf({ reports, tests, groups, items, owners }: Found, go: (to: NavigateOptions) => void): Section[] {
  const sections: Section[] = [
    {
      title: "Reports",
      kind: "projects",
      found: true,
      entries: reports.map(({ id, number, testSuite, environment, branch, startTime }) => ({
        id: String(id),
        label: `#${number} ${testSuite}`,
        detail: [environment, branch, formatDay(startTime)].filter((part) => part !== null && part !== "").join(" · "),
        icon: IconClipboardList,
        run: () => go({ to: "/reports/$reportId", params: { reportId: String(id) } }),
      })),
    },
    {
      title: "Tests",
      kind: "projects",
      found: true,
      entries: tests.map(({ id, titlePath, file, variant, state }) => ({
        id: String(id),
        label: titlePath.join(" › "),
        detail: [variant || file, state === "healthy" || state === "unknown" ? "" : testStateStyles[state].word]
          .filter((part) => part !== null && part !== "")
          .join(" · "),
        icon: IconTestPipe,
        run: () => go({ to: "/tests/$testId", params: { testId: String(id) } }),
      })),
    },
    {
      title: "Causes",
      kind: "projects",
      found: true,
      entries: groups.map(({ id, message, primaryClass }) => ({
        id: String(id),
        label: message,
        detail: primaryClass ?? "Unclassified",
        icon: IconBug,
        run: () => go({ to: "/defects", search: { group: id } }),
      })),
    },
    {
      title: "Analysis items",
      kind: "projects",
      found: true,
      entries: items.map(({ id, title, status }) => ({
        id: String(id),
        label: title,
        detail: statusLabels[status],
        icon: IconChecklist,
        run: () => go({ to: "/analysis", search: { annotation: id } }),
      })),
    },
    {
      title: "Owners",
      kind: "projects",
      found: true,
      entries: owners.map(({ name, tests: count }) => ({
        id: name,
        label: `Tests of ${name}`,
        detail: counted(count, "test"),
        icon: IconUsers,
        run: () => go({ to: "/tests", search: { view: "all", owner: [name] } }),
      })),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}
