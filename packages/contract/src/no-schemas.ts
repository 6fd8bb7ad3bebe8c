// Replaces zod in the builds for the browser and the command line (vite.config.ts, cli/scripts/build.mjs). The schemas of the contract become empty
// there, because the server validates the data. Types are not affected. Using a schema at run time is a bug, so these methods throw.

const forbidden = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync", "decode", "encode", "options"]);

const inert: unknown = new Proxy(() => undefined, {
  get: (_, key) => {
    if (typeof key === "string" && forbidden.has(key)) throw new Error("There are no schemas in here");
    return key === Symbol.toPrimitive ? () => "" : inert;
  },
  apply: () => inert,
});

export const z = inert;
