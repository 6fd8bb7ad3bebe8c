export { PlumbJestReporter as reporter } from "./jest-reporter.ts";
