// Takes zod's place in what is built for the browser and for the command line (vite.config.ts, cli/scripts/build.mjs): the
// contract's schemas build to nothing there, since the server checks what travels. Their types are unaffected. Using one at
// run time is a mistake that must not pass silently.

const forbidden = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync", "decode", "encode", "options"]);

const inert: unknown = new Proxy(() => undefined, {
  get: (_, key) => {
    if (typeof key === "string" && forbidden.has(key)) throw new Error("There are no schemas in here");
    return key === Symbol.toPrimitive ? () => "" : inert;
  },
  apply: () => inert,
});

export const z = inert;
