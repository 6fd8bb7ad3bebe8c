/**
 * Sentences that match a habit but must not change, because they quote the specification, the API or another tool.
 *
 * @type {ReadonlySet<string>}
 */
export const fixedTexts = new Set(["GET /api/whereabouts/:kind/:id"]);
