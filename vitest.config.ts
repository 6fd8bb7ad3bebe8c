import { defineConfig } from "vitest/config";

const medium = ["packages/server/src/**/*.test.ts", "packages/cli/src/**/*.test.ts", "demo/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "small",
          include: ["packages/*/src/**/*.test.ts", "tools/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...medium, "**/node_modules/**"],
        },
      },
      {
        test: {
          name: "medium",
          include: medium,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ["packages/server/src/testing/global-setup.ts"],
        },
      },
    ],
  },
});
