import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { visibleTestCases, testCaseOptionsQuery } from "./items.queries.ts";

const waitMs = 250;

interface TestCaseSelectProps {
  readonly reportId: number;
  /** Id of a result; `null` for the whole report. */
  readonly value: number | null;
  readonly onChange: (testCaseId: number | null) => void;
}

const couldNotLoad = "The test cases of this report could not be loaded. You can still link the item to the report.";

/** Select for a test of a report. Large reports show the first tests and a search. */
export function TestCaseSelect({ reportId, value, onChange }: TestCaseSelectProps) {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: options = [], isPending, error } = useQuery(testCaseOptionsQuery(reportId, search));
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const data = options.map(({ id, name, status }) => ({ value: String(id), label: `${name} (${status})` }));
  const isListed = chosen === null || data.some((option) => option.value === chosen.value);
  const none = !isPending && error === null && options.length === 0 && search === "" && chosen === null;
  return (
    <Select
      label="Test Case"
      placeholder={none ? "This report has no test cases" : "The whole report"}
      disabled={none}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear the test case" }}
      data={isListed ? data : [chosen, ...data]}
      value={value === null ? null : String(value)}
      onSearchChange={(text) => setTyped(text === chosen?.label ? "" : text)}
      onChange={(id, option) => {
        setChosen(id === null ? null : option);
        onChange(id === null ? null : Number(id));
      }}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={error === null ? "No matching tests" : couldNotLoad}
      description={
        error !== null ? couldNotLoad : options.length >= visibleTestCases ? "Type to find other tests" : undefined
      }
      inputWrapperOrder={["label", "input", "description"]}
    />
  );
}
