import type { Meaning } from "#meanings.ts";

const formatter = "https://github.com/rspec/rspec/blob/main/rspec-core/lib/rspec/core/formatters/json_formatter.rb";
const pending = "https://rspec.info/features/3-13/rspec-core/pending-and-skipped-examples/";

function report(example: object, summary: object = {}): string {
  const examples = [
    {
      id: "./spec/till_spec.rb[1:1]",
      description: "pays",
      full_description: "Till pays",
      file_path: "./spec/till_spec.rb",
      line_number: 3,
      run_time: 0.1,
      ...example,
    },
  ];
  return JSON.stringify({
    version: "3.13.0",
    examples,
    summary: { duration: 1, example_count: 1, ...summary },
    summary_line: "1 example",
  });
}

/** Meaning of example statuses in RSpec. */
export const rspecMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "RSpec",
    source: formatter,
    sample: report({ status: "passed" }),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "RSpec",
    source: formatter,
    sample: report({ status: "failed" }),
  },
  {
    sign: '`"status": "pending"`: skipped, or it failed as expected',
    means: "skipped",
    tool: "RSpec",
    source: pending,
    sample: report({ status: "pending" }),
  },
  {
    sign: "`errors_outside_of_examples_count`",
    means: "outside",
    tool: "RSpec",
    source: formatter,
    sample: report({ status: "passed" }, { errors_outside_of_examples_count: 1 }),
  },
  {
    sign: "`failure_count`, where no example failed",
    means: "run failed",
    tool: "RSpec",
    source: formatter,
    sample: report({ status: "passed" }, { failure_count: 1 }),
  },
];
