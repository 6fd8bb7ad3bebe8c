import { defineConfig } from "vitest/config";

const server = "packages/server/src/**/*.test.ts";
const patient = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "small",
          include: [
            "packages/*/src/**/*.test.ts",
            "demo/**/*.test.ts",
            "bench/**/*.test.ts",
            "tools/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: [server, "**/node_modules/**"],
          ...patient,
        },
      },
      // The server's tests run twice: on the embedded database and on a real PostgreSQL.
      {
        test: {
          name: "server-embedded",
          include: [server],
          globalSetup: ["packages/server/src/testing/embedded-setup.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "server-postgres",
          include: [server],
          globalSetup: ["packages/server/src/testing/postgres-setup.ts"],
          ...patient,
        },
      },
    ],
  },
});
