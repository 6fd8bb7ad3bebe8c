import { z } from "zod";

/** Maximum number of values per filter. */
const maxFilterValues = 100;

const name = z.string().trim().min(1).max(300);

/** One value or several: `?suite=api&suite=web`. An empty value is ignored. */
export const filterValues = z
  .union([
    name.transform((only) => [only]),
    z
      .array(z.union([name, z.literal("")]))
      .max(maxFilterValues)
      .transform((all) => all.filter((each) => each !== "")),
  ])
  .optional();

/** Filters for runs. A run must match one value per field. */
export const runFilters = {
  suite: filterValues,
  environment: filterValues,
  /** Runs without a branch match no value. */
  branch: filterValues,
  framework: filterValues,
  tag: filterValues,
  /** `key=value`. A run must have one of the given values of each given key. */
  fact: filterValues,
};
