import { z } from "zod";
import { DayOrTimestamp, Id, optionalFlag } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { filterValues, runFilters } from "#runs/run-filters.ts";
import { excludable } from "#query/query-languages.ts";
import { excluded } from "#query/query-schema.ts";
import { failureClasses } from "./failure-classes.ts";

/** Period of failures. `1h`, `8h` and `1d` end now, the others cover whole days; `custom` uses `startDate` and `endDate`. */
export const TimeWindow = z.enum(["1h", "8h", "1d", "7", "30", "60", "90", "custom"]);
export type TimeWindow = z.infer<typeof TimeWindow>;

/** Maximum number of values per filter. */
const maxValues = 100;

/** Filters with several values. A failure must match one value of each field that is set. */
export const failureFilters = {
  ...runFilters,
  /** Tags of the report or of the test. */
  tag: filterValues,
  /** Browser of the result. */
  browser: filterValues,
  /** Current owners of the test. */
  owner: filterValues,
  /** Only tests that the caller owns, by user name, e-mail address or additional owner names. Not available with an API key. */
  mine: optionalFlag,
  /** Excluded values as `filter:value`. A failure without a value, such as a test without tags, is not excluded. */
  not: excluded(excludable.failures),
};

/** Filter of failures. A failure must match all given fields. */
export const FailureWindow = z.object({
  timeWindow: TimeWindow.default("30"),
  /** Start of a `custom` period. A day begins at midnight. */
  startDate: DayOrTimestamp.optional(),
  /** End of a `custom` period. A day ends at the next midnight. */
  endDate: DayOrTimestamp.optional(),
  /** IANA name of the time zone for days. The default is the time zone in the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
  /** Every word must occur in the test's file, titles or variant, case-insensitive. */
  testSearch: z.string().trim().max(200).optional(),
  /** Only failures of these runs. Repeat the parameter for several runs. */
  runs: z
    .union([Id.transform((id) => [id]), z.array(Id).max(maxValues)])
    .optional()
    .describe("Report ids"),
  /** Only failures of this incident. */
  incident: Id.optional(),
  ...failureFilters,
});
export type FailureWindow = z.output<typeof FailureWindow>;

/** Class of a failure or a cause, or `Unclassified`. */
export const ClassFilter = z.enum([...failureClasses, "Unclassified"]);
export type ClassFilter = z.infer<typeof ClassFilter>;
