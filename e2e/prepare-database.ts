import { databaseTemplate } from "./prepared-folder.ts";

// For `npm test`: two browsers and the bench would begin with it at once, and each would make it.
await databaseTemplate();
