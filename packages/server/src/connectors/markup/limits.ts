/**
 * Limit for descriptions in GitLab, Azure Boards and Linear, which accept a million characters or do not document a limit. A longer text is of no use to
 * readers, and takes long to render.
 */
export const maxReadable = 100_000;
