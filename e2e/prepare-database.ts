import { databaseTemplate } from "./prepared-folder.ts";

// Used by `npm test`. Without it, two browser workers and the bench would create the template at the same time.
await databaseTemplate();
