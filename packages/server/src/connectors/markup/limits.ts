/**
 * Limit for descriptions in GitLab, Azure Boards and Linear, which accept a million characters or do not document a limit. Longer texts do not help
 * readers, and take long to render.
 */
export const maxReadable = 100_000;
