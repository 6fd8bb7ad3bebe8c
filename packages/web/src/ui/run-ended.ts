import { createContext } from "react";

/** Whether the run whose tests are shown has ended: what ran then was interrupted, and what was announced did not run. */
export const RunEnded = createContext(false);
