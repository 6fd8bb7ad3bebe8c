import { createContext } from "react";

/** Whether the displayed run has ended. Running tests count as interrupted then, and announced tests as not run. */
export const RunEnded = createContext(false);
