import "#ui/theme/mantine.css";
import "#ui/theme/colors.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { keepFocusOfBusyButtons } from "#lib/keys/busy-focus.ts";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { publicConfigQuery, useBrand } from "#lib/session/public-config.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { brandTheme, storedColorScheme } from "#lib/theme.ts";
import { router } from "#routes/router.tsx";
import { ThemeClass } from "#ui/theme/theme-class.tsx";

// Messages are queued until it is loaded.
const Toasts = lazyPart(async () => (await import("#ui/feedback/toasts.tsx")).Toasts);
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
      <RouterProvider router={router} />
      <Toasts />
    </MantineProvider>
  );
}

/** Shows the app. */
export function renderApp(): void {
  keepFocusOfBusyButtons();
  const root = document.querySelector("#root");
  if (root !== null) {
    const app = (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>
    );
    void queryClient.prefetchQuery(publicConfigQuery);
    // If the router were rendered before it is loaded, it would suspend, and React would delay the next update by 300 ms.
    void router.load().then(() => createRoot(root).render(app));
  }
}
