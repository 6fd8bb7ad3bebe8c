import "#ui/mantine.css";
import "#ui/colors.css";
import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { brandTheme } from "#lib/theme.ts";

type Story = ComponentType<Record<string, unknown>>;

declare global {
  interface Window {
    /** What Playwright's `mount` calls. */
    mount?: (wanted: { story: string; props?: Record<string, unknown> }) => Promise<void>;
    unmount?: () => void;
  }
}

const files = import.meta.glob<Record<string, Story>>("../src/**/*.story.tsx", { eager: true });

/** By the path of their file below `src` and their own name: `ui/status-badge/All`. */
const stories = new Map(
  Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported).map(([name, story]) => [
      `${file.replace("../src/", "").replace(".story.tsx", "")}/${name}`,
      story,
    ]),
  ),
);

const { theme, variables } = brandTheme("#6D2366");
const element = document.querySelector("#root");
const root = createRoot(element ?? document.body);

/** Views hold links, which need a router around them; in the gallery they lead nowhere. */
function show(Shown: () => ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown, notFoundComponent: Shown }),
    history: createMemoryHistory(),
  });
  return router.load().then(() =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
          <RouterProvider router={router} />
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

function Contents() {
  return (
    <ul>
      {[...stories.keys()].toSorted().map((id) => (
        <li key={id}>
          <a href={`?story=${encodeURIComponent(id)}`}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

window.mount = async ({ story, props = {} }) => {
  const Wanted = stories.get(story);
  if (Wanted === undefined)
    throw new Error(`There is no story ${story}. There are:\n${[...stories.keys()].join("\n")}`);
  await show(() => <Wanted {...props} />);
};
window.unmount = () => root.unmount();

const wanted = new URLSearchParams(location.search).get("story");
if (wanted === null) void show(Contents);
else void window.mount({ story: wanted });
