// oxlint-disable-next-line import/no-unassigned-import -- other modules read the clock when they are loaded
import "./recorded-clock.ts";
import { createHashHistory } from "@tanstack/react-router";
import { router } from "#routes/router.tsx";
import { formatTimestamp } from "#lib/format/format.ts";
import { renderApp } from "#render-app.tsx";

// A folder of files has only one page.
router.update({ ...router.options, history: createHashHistory() });
renderApp();

const footer = document.querySelector("#recorded");
if (footer !== null)
  footer.textContent = `Recorded demo, read-only, as of ${formatTimestamp(new Date(window.plumbRecording.recordedAt).toISOString())}.`;
