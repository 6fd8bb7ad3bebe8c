import type { ProvidedContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Node.js flags for the servers in these tests. */
    serverFlags: readonly string[];
    /** Template for the databases of this test project. */
    databaseTemplate:
      | { readonly kind: "embedded"; readonly folder: string }
      /** `url` is that of the maintenance database, `template` the migrated database that tests clone. */
      | {
          readonly kind: "postgres";
          readonly url: string;
          readonly template: string;
          /** Addresses of the workers if `url` is the coordinator of a Citus cluster; its databases are not clones. */
          readonly workers?: readonly { readonly host: string; readonly port: number }[];
        };
  }
}

export type DatabaseTemplate = ProvidedContext["databaseTemplate"];
