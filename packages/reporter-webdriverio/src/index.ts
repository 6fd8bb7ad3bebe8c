export { PlumbReporter as reporter } from "./reporter.ts";
