import "#ui/theme/mantine.css";
import "#ui/theme/colors.css";
import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { brandTheme } from "#lib/theme.ts";

type Story = ComponentType<Record<string, unknown>>;

declare global {
  interface Window {
    /** Called by Playwright's `mount`. */
    mount?: (requested: { story: string; props?: Record<string, unknown> }) => Promise<void>;
    unmount?: () => void;
  }
}

// Loads each file on demand, because a spec opens only one story.
const files = import.meta.glob<Record<string, Story>>("../src/**/*.story.tsx");

/** Finds a story by its file below `src` and its name, such as `ui/badges/status-badge/All`. */
async function storyOf(id: string): Promise<Story> {
  const at = id.lastIndexOf("/");
  const file = files[`../src/${id.slice(0, at)}.story.tsx`];
  const story = (await file?.())?.[id.slice(at + 1)];
  if (story === undefined) throw new Error(`There is no story ${id}. There are:\n${(await allIds()).join("\n")}`);
  return story;
}

async function allIds(): Promise<string[]> {
  const found = Object.entries(files).map(async ([file, load]) =>
    Object.keys(await load()).map((name) => `${file.replace("../src/", "").replace(".story.tsx", "")}/${name}`),
  );
  return (await Promise.all(found)).flat().toSorted();
}

const { theme, variables } = brandTheme("#6D2366");
const element = document.querySelector("#root");
const root = createRoot(element ?? document.body);

/**
 * Views contain links, which need a router. Links do not navigate in the gallery. Resolves after the first rendering, because
 * negative assertions always pass on an empty page.
 */
async function show(Visible: () => ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: Visible, notFoundComponent: Visible }),
    history: createMemoryHistory(),
  });
  await router.load();
  await new Promise<void>((drawn) => {
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
          <DrawnMark onDrawn={drawn}>
            <RouterProvider router={router} />
          </DrawnMark>
        </MantineProvider>
      </StrictMode>,
    );
  });
}

function DrawnMark({ onDrawn, children }: { readonly onDrawn: () => void; readonly children: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}

async function showContents(): Promise<void> {
  const ids = await allIds();
  await show(() => (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <a href={`?story=${encodeURIComponent(id)}`}>{id}</a>
        </li>
      ))}
    </ul>
  ));
}

window.mount = async ({ story, props = {} }) => {
  const Requested = await storyOf(story);
  await show(() => <Requested {...props} />);
};
window.unmount = () => root.unmount();

const requested = new URLSearchParams(location.search).get("story");
if (requested !== null) void window.mount({ story: requested });
// Specs open a view by calling `mount`.
else if (!navigator.webdriver) void showContents();
