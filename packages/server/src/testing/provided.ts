import type { ProvidedContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** How Node runs the servers of these tests. */
    serverFlags: readonly string[];
    /** Template for the databases of this test project. */
    databaseTemplate:
      | { readonly kind: "embedded"; readonly folder: string }
      /** `url` is of the maintenance database, `template` the migrated database that those of tests are cloned from. */
      | { readonly kind: "postgres"; readonly url: string; readonly template: string };
  }
}

export type DatabaseTemplate = ProvidedContext["databaseTemplate"];
