// Takes zod's place in the browser's bundle (see vite.config.ts): the contract's schemas build to nothing there. Their
// types are unaffected. Using one at run time is a mistake that must not pass silently.

const forbidden = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync", "decode", "encode", "options"]);

const inert: unknown = new Proxy(() => undefined, {
  get: (_, key) => {
    if (typeof key === "string" && forbidden.has(key)) throw new Error("The browser's bundle has no schemas");
    return key === Symbol.toPrimitive ? () => "" : inert;
  },
  apply: () => inert,
});

export const z = inert;
