import { z } from "zod";
import { Id } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";

/** So many days up to today, or months; `custom` from one day to another. */
export const TrendRange = z.enum(["7d", "30d", "90d", "6m", "1y", "custom"]);
export type TrendRange = z.infer<typeof TrendRange>;

/** Weeks begin on Mondays. */
export const TrendGroup = z.enum(["day", "week", "month"]);
export type TrendGroup = z.infer<typeof TrendGroup>;

/** Maximum values per filter. */
export const mostTrendValues = 100;

const name = z.string().trim().min(1).max(300);

/** One value or several: `?suite=api&suite=web`. An empty one is ignored. */
const several = z
  .union([
    name.transform((only) => [only]),
    z
      .array(z.union([name, z.literal("")]))
      .max(mostTrendValues)
      .transform((all) => all.filter((each) => each !== "")),
  ])
  .optional();

const day = z.iso
  .date()
  .refine((date) => date >= "1000" && date < "9999-12", "Choose a date in the year 1000 or later");

/** Which runs trends are of: every field that is given must hold, each for one of its values. */
export const TrendFilter = z.object({
  /** An API key need not name its project. */
  projectId: Id.optional(),
  /** Without it `custom` where a day is given, else `30d`. */
  timeRange: TrendRange.optional(),
  /** First and last day of a `custom` range; refused with any other. */
  startDate: day.optional(),
  endDate: day.optional(),
  /** IANA name of the time zone that days are of; without it that of the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
  groupBy: TrendGroup.default("day"),
  suite: several,
  environment: several,
  /** Runs without a branch are those of no branch: they match none. */
  branch: several,
  framework: several,
  tag: several,
  /** Only tests of these owners, as of the time when their run was counted. */
  owner: several,
});
export type TrendFilter = z.output<typeof TrendFilter>;
