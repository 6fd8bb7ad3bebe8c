/** How many reports stand side by side at most. */
export const mostCompared = 6;
