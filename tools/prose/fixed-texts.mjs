/**
 * Sentences that stay as they are although a habit matches: words of the specification, names in the API, and texts of other tools.
 *
 * @type {ReadonlySet<string>}
 */
export const fixedTexts = new Set(["GET /api/whereabouts/:kind/:id"]);
