import { defineConfig, type OxlintOverride } from "oxlint";

interface Pattern {
  readonly group: string[];
  readonly message: string;
}

/** Defines what files may not import. A later entry replaces earlier ones for the same files, so each entry must list all patterns. */
function boundary(files: string | string[], ...patterns: Pattern[]): OxlintOverride {
  return {
    files: typeof files === "string" ? [files] : files,
    rules: { "no-restricted-imports": ["error", { patterns }] },
  };
}

/** Allows only these imports from outside the folder. `#a` is a file, `#a/**` a room. */
function only(names: readonly string[], message: string): Pattern {
  return { group: ["#*", "#*/**", ...names.map((name) => `!${name}`)], message };
}

const webKnows: Pattern = {
  group: ["@plumb/server", "@plumb/server/**", "@plumb/formats/**", "@plumb/cli/**", "node:*"],
  message: "The web app knows contract and client only.",
};

function featuresApart(...but: string[]): Pattern {
  return {
    group: ["#features/**", ...but, "#routes/**", "#main.tsx"],
    message: "Features never meet: a page in routes/ joins them.",
  };
}

const farEnd: Pattern = {
  group: ["@plumb/web", "@plumb/web/**", "@plumb/cli", "@plumb/cli/**", "@plumb/client/**"],
  message: "The server is the far end of client, web and CLI.",
};
const sqlOnly: Pattern = {
  group: ["pg", "kysely", "@electric-sql/*"],
  message: "SQL lives in store/ and in the loaders of read-models/: call one of their functions.",
};
const httpOnly: Pattern = {
  group: ["fastify", "@fastify/*"],
  message: "Only app.ts, artifact-app.ts, http/ and ingest/ know Fastify.",
};
const socketsOnly: Pattern = { group: ["socket.io", "socket.io/**"], message: "Only realtime/ knows Socket.IO." };

const formatsOnly: Pattern = { group: ["@plumb/formats/**"], message: "Only ingest/ knows report formats." };

interface Room {
  /** Other rooms that this room may import. */
  readonly uses?: readonly string[];
  /** What this room may not import, if it may import every other room. */
  readonly except?: readonly string[];
  /** Libraries that only this room may import. */
  readonly knows?: readonly Pattern[];
}

/** Rooms of the server. */
const rooms: Readonly<Record<string, Room>> = {
  tracing: { uses: [] },
  store: { uses: ["#tracing/**"], knows: [sqlOnly] },
  "read-models": { uses: ["#store/**"], knows: [sqlOnly] },
  threads: { uses: [] },
  outgoing: { uses: ["#threads/**", "#tracing/**"] },
  core: { uses: ["#config.ts", "#outgoing/**", "#read-models/**", "#store/**", "#threads/**", "#tracing/**"] },
  http: { uses: ["#core/**", "#store/db.ts", "#config.ts", "#tracing/**"], knows: [httpOnly] },
  outbox: { uses: ["#core/**", "#outgoing/**", "#store/**", "#tracing/**"] },
  inbox: { uses: ["#core/**", "#outbox/**", "#store/**"] },
  realtime: { uses: ["#core/**", "#http/**", "#store/**"], knows: [socketsOnly] },
  connectors: { uses: ["#core/**", "#inbox/**", "#outbox/**", "#outgoing/**", "#store/**", "#tracing/**"] },
  items: { uses: ["#core/**", "#inbox/**", "#store/**"] },
  failures: {
    uses: [
      "#core/**",
      "#items/**",
      "#outgoing/**",
      "#read-models/**",
      "#runs/**",
      "#store/**",
      "#threads/**",
      "#tickets/**",
    ],
  },
  runs: { uses: ["#core/**", "#inbox/**", "#store/**"] },
  files: {
    uses: ["#config.ts", "#core/**", "#runs/**", "#store/**", "#threads/**", "#tracing/**"],
    knows: [formatsOnly],
  },
  backup: { uses: ["#config.ts", "#core/**", "#files/**", "#inbox/**", "#store/**"] },
  doctor: { uses: ["#config.ts", "#core/**", "#files/**", "#store/**"] },
  weeks: { uses: ["#core/**", "#read-models/**", "#store/**"] },
  tickets: { uses: ["#connectors/**", "#core/**", "#inbox/**", "#outbox/**", "#outgoing/**", "#store/**"] },
  exports: {
    uses: [
      "#core/**",
      "#failures/**",
      "#files/**",
      "#inbox/**",
      "#read-models/**",
      "#runs/**",
      "#store/**",
      "#threads/**",
    ],
  },
  ingest: {
    uses: ["#core/**", "#http/**", "#runs/**", "#store/**", "#threads/**", "#tracing/**"],
    knows: [httpOnly, formatsOnly],
  },
  tests: { uses: ["#core/**", "#inbox/**", "#runs/**", "#store/**", "#threads/**"] },
  senders: {
    uses: [
      "#connectors/**",
      "#core/**",
      "#exports/**",
      "#failures/**",
      "#inbox/**",
      "#items/**",
      "#outbox/**",
      "#outgoing/**",
      "#read-models/**",
      "#runs/**",
      "#store/**",
      "#tests/**",
      "#weeks/**",
    ],
  },
  jobs: { except: ["#api/**", "#app.ts", "#http/**", "#mcp/**"] },
  api: { except: ["#app.ts", "#ingest/**", "#jobs/**", "!#jobs/title-of.ts", "#mcp/**"] },
  mcp: { uses: ["#core/**", "#http/**", "#items/**", "#store/**"], knows: [httpOnly] },
};

const serverRooms = Object.entries(rooms).flatMap(([room, { uses = [], except, knows = [] }]) => {
  const libraries = [sqlOnly, httpOnly, socketsOnly, formatsOnly].filter((pattern) => !knows.includes(pattern));
  const others =
    except === undefined
      ? only(
          [`#${room}/**`, "#testing/**", ...uses],
          `${room}/ may use ${uses.join(", ") || "nothing else of the server"}.`,
        )
      : { group: [...except], message: `${room}/ may not use this.` };
  return [
    boundary(`packages/server/src/${room}/**`, others, farEnd, ...libraries),
    // Tests may use the whole server.
    boundary(`packages/server/src/${room}/**/*.test.ts`, farEnd, ...libraries),
  ];
});

/** Modules of the contract without schemas. */
const pureContract = [
  "!@plumb/contract/text/**",
  "!@plumb/contract/failures/failure-classes.ts",
  "!@plumb/contract/failures/resolution-kinds.ts",
];

/** Imported as a type only. */
const storyType = "!@plumb/contract/failures/story.ts";

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "vitest"],
  options: { typeAware: true },
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["**/node_modules/**", "**/dist/**", ".cache/**", "data/**"],
  rules: {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": [
      "error",
      {
        checksVoidReturn: {
          attributes: false,
        },
      },
    ],
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-unsafe-type-assertion": "off",
    "unicorn/filename-case": [
      "error",
      {
        case: "kebabCase",
      },
    ],
    "import/no-default-export": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-unassigned-import": [
      "error",
      {
        allow: ["**/*.css"],
      },
    ],
    "import/no-relative-parent-imports": "error",
    "oxc/no-barrel-file": [
      "error",
      {
        threshold: 0,
      },
    ],
    "max-lines": [
      "error",
      {
        max: 300,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    "max-lines-per-function": [
      "error",
      {
        max: 80,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    "no-console": "error",
    "no-shadow": "off",
    "no-await-in-loop": "off",
    "no-underscore-dangle": "off",
    "react/react-in-jsx-scope": "off",
    "react/style-prop-object": "off",
    "unicorn/no-array-sort": "error",
    "unicorn/require-post-message-target-origin": "off",
    "promise/no-callback-in-promise": "off",
    "promise/no-promise-in-callback": "off",
    "promise/always-return": "off",
    "vitest/no-conditional-tests": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/valid-title": "off",
    "vitest/expect-expect": "off",
    "vitest/no-standalone-expect": "off",
  },
  overrides: [
    boundary("packages/contract/src/**", {
      group: ["*", "*/**", "!#*", "!#*/**", "!./*", "!zod", "!vitest"],
      message: "contract depends on zod only.",
    }),
    boundary(
      "packages/formats/src/**",
      {
        group: ["@plumb/*", "@plumb/*/**", "!@plumb/contract/**"],
        message: "formats knows the contract only: no database, no HTTP.",
      },
      {
        group: ["pg", "kysely", "fastify", "node:http", "node:fs", "node:fs/*", "node:child_process"],
        message: "formats turns text into events; whoever calls it opens the file.",
      },
    ),
    boundary("packages/analysis/src/**", {
      group: ["*", "*/**", "!#*", "!#*/**", "!./*", "!node:crypto", "!vitest", ...pureContract, storyType],
      message:
        "analysis is pure: what it looks at is given to it. Of the contract it knows contract/src/text, the failure classes and the type of a story.",
    }),
    boundary("packages/client/src/**", {
      group: ["@plumb/*", "@plumb/*/**", "!@plumb/contract/**", "react", "node:*"],
      message: "client runs in browsers and in Node and knows the contract only.",
    }),
    boundary("packages/code-hosts/src/**", {
      group: ["*", "*/**", "!#*", "!#*/**", "!./*", "!node:crypto", "!vitest", "!@plumb/contract/**"],
      message: "code-hosts knows the contract only: the CLI and the server send its requests.",
    }),
    boundary("packages/cli/src/**", {
      group: [
        "@plumb/*",
        "@plumb/*/**",
        ...["contract", "client", "code-hosts", "reporter-core"].map((name) => `!@plumb/${name}/**`),
      ],
      message: "The CLI talks to the server through client and contract, and shares the spool with the reporters.",
    }),
    boundary("packages/reporter-core/src/**", {
      group: ["@plumb/*", "@plumb/*/**", "!@plumb/contract/**", "!@plumb/client/**", "!@plumb/formats/**"],
      message: "What reporters share talks to the server through client and contract, in the words of the formats.",
    }),
    boundary("packages/reporter-{playwright,mocha,vitest,webdriverio}/src/**", {
      group: ["@plumb/*", "@plumb/*/**", "!@plumb/contract/**", "!@plumb/formats/**", "!@plumb/reporter-core/**"],
      message: "A reporter turns what its tool says into events; reporter-core brings them to the server.",
    }),
    { files: ["packages/cli/src/**"], rules: { "no-console": "off" } },
    boundary("packages/web/src/**", webKnows),
    boundary("packages/web/src/features/**", webKnows, featuresApart()),
    // These folders are large enough to have subfolders, which import each other.
    ...["connectors", "failures", "items", "report", "results", "tests"].map((name) =>
      boundary(`packages/web/src/features/${name}/**`, webKnows, featuresApart(`!#features/${name}/**`)),
    ),
    boundary(["packages/web/src/ui/**", "packages/web/src/lib/**"], webKnows, {
      group: ["#features/**", "#routes/**"],
      message: "ui and lib stand below the features.",
    }),
    boundary("packages/server/src/**", farEnd, sqlOnly, httpOnly, socketsOnly),
    boundary("packages/server/src/{app,artifact-app}.ts", farEnd, sqlOnly, socketsOnly),
    ...serverRooms,
    { files: ["packages/{server,code-hosts}/src/testing/**"], rules: { "no-restricted-imports": "off" } },
    {
      files: ["**/*.test.ts", "**/*.spec.ts", "**/*.story.tsx", "packages/*/src/testing/**"],
      rules: { "max-lines": "off", "max-lines-per-function": "off" },
    },
    {
      files: ["*.config.ts", "packages/*/*.config.ts", "scripts/**", "packages/{cli,reporter-core}/scripts/**"],
      rules: { "import/no-default-export": "off", "no-console": "off", "import/no-relative-parent-imports": "off" },
    },
    {
      files: ["bench/**", "demo/**", "e2e/**", "tools/**"],
      rules: { "no-console": "off", "import/no-relative-parent-imports": "off" },
    },
  ],
});
