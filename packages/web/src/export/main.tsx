import "#ui/theme/mantine-shared.css";
import "#ui/theme/colors.css";
import { MantineProvider } from "@mantine/core";
import type { HtmlExportPart } from "@plumb/contract/runs/html-export.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { brandTheme, storedColorScheme } from "#lib/theme.ts";
import { ThemeClass } from "#ui/theme/theme-class.tsx";
import { ExportData } from "./export-data.ts";
import { ExportPage } from "./export-page.tsx";

declare global {
  interface Window {
    /** Callback that the files of the export call (`htmlExportCallback`). */
    plumbExport?: (...part: HtmlExportPart) => void;
  }
}

const data = new ExportData();
window.plumbExport = data.receive;
window.addEventListener("load", () => data.expectReport());

const { theme, variables } = brandTheme("#6D2366");
const colorScheme = storedColorScheme();

function Viewer() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <ThemeClass />
      <ExportPage data={data} />
    </MantineProvider>
  );
}

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Viewer />
    </StrictMode>,
  );
}
