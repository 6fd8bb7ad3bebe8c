import { createContext } from "react";

/** Whether the shown run has ended. Running tests count as interrupted then, and announced tests as not run. */
export const RunEnded = createContext(false);
