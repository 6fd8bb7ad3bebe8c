import { z } from "zod";
import { DayOrMoment, Id } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { failureClasses } from "./failure-classes.ts";

/** `1h`, `8h` and `1d` end now, the others cover whole days; `custom` goes from one day to another. */
export const TimeWindow = z.enum(["1h", "8h", "1d", "7", "30", "60", "90", "custom"]);
export type TimeWindow = z.infer<typeof TimeWindow>;

/** Maximum values per filter. */
const mostValues = 100;

/** Which failures are looked at: every field that is given must hold. */
export const FailureWindow = z.object({
  timeWindow: TimeWindow.default("30"),
  /** Of a `custom` period; a day starts at its midnight. */
  startDate: DayOrMoment.optional(),
  /** Of a `custom` period; a day ends at the next midnight. */
  endDate: DayOrMoment.optional(),
  /** IANA name of the time zone that days are of; without it that of the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
  /** In any case: every word must occur in the test's file, titles or variant. */
  testSearch: z.string().trim().max(200).optional(),
  /** Only failures of these runs; repeated for several. */
  runs: z
    .union([Id.transform((id) => [id]), z.array(Id).max(mostValues)])
    .optional()
    .describe("Report ids"),
  /** Only failures that are part of this incident. */
  incident: Id.optional(),
});
export type FailureWindow = z.output<typeof FailureWindow>;

/** Whether a failure or a group has a class; `Unclassified` if it has none. */
export const ClassFilter = z.enum([...failureClasses, "Unclassified"]);
export type ClassFilter = z.infer<typeof ClassFilter>;
