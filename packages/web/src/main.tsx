import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "#ui/colors.css";
import { MantineProvider, useComputedColorScheme } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { useBrand } from "#lib/public-config.ts";
import { queryClient } from "#lib/query-client.ts";
import { brandTheme, storedColorScheme } from "#lib/theme.ts";
import { router } from "#routes/router.tsx";

const colorSchemeManager = storedColorScheme();

function App() {
  const { color } = useBrand();
  const { theme, variables } = useMemo(() => brandTheme(color), [color]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ThemeClass />
      <Notifications position="top-right" autoClose={4000} limit={20} transitionDuration={120} containerWidth={340} />
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

/** The theme as a class of the page's root as well, for styles that do not know Mantine. */
function ThemeClass() {
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle("dark", scheme === "dark");
    classList.toggle("light", scheme === "light");
  }, [scheme]);
  return null;
}

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
