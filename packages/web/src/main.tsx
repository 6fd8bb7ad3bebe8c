import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "#ui/colors.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
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
      <Notifications position="top-right" autoClose={4000} limit={20} transitionDuration={120} containerWidth={340} />
      <RouterProvider router={router} />
    </MantineProvider>
  );
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
