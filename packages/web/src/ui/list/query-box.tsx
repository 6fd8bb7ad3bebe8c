import { Autocomplete, CloseButton, Kbd } from "@mantine/core";
import { completionsOf } from "@plumb/contract/query/query-completion.ts";
import { parseQuery, printQuery, type QueryFilters, type QueryLanguage } from "@plumb/contract/query/query-language.ts";
import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import styles from "./query-box.module.css";

const usualWaitMs = 250;

interface QueryBoxProps {
  readonly label: string;
  readonly language: QueryLanguage;
  /** Search words of the list; empty if its language has none. */
  readonly value: string;
  /** A query with an error from a link. */
  readonly broken?: string | undefined;
  /** Known values by filter. */
  readonly options: Readonly<Record<string, readonly string[] | undefined>>;
  /** Receives the words, and the filters of complete terms. */
  readonly onQuery: (filters: QueryFilters) => void;
  /** Pause in typing before the search starts, in milliseconds. */
  readonly waitMs?: number;
  /** Called when the user enters the field, to load the options. */
  readonly onFocus?: (() => void) | undefined;
}

/**
 * Search field for words and filters. Words are searched after a pause in typing. A filter such as `owner:@checkout` is applied by a space, Enter or
 * leaving the field, and becomes a chip. `/` focuses the field.
 */
export function QueryBox({
  label,
  language,
  value,
  broken,
  options,
  onQuery,
  waitMs = usualWaitMs,
  onFocus,
}: QueryBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, error, type, apply } = useDraft({ language, value, broken, onQuery, waitMs });
  const [isOpen, setIsOpen] = useState(false);
  const errorId = useId();
  const completions = completionsOf(language, draft, options);
  useShortcuts([{ key: "/", label, run: () => input.current?.focus() }]);
  return (
    <div className={styles["box"]}>
      <Autocomplete
        ref={input}
        type="search"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props, jsx-a11y/prefer-tag-over-role -- Autocomplete sets the properties
        role="combobox"
        aria-label={label}
        placeholder={label}
        maxLength={maxQueryLength}
        value={draft}
        onChange={type}
        // The options are whole queries, because the chosen one replaces the text.
        data={completions.map(({ query }) => query)}
        filter={({ options: all }) => all}
        dropdownOpened={isOpen && completions.length > 0}
        onDropdownOpen={() => setIsOpen(true)}
        onDropdownClose={() => setIsOpen(false)}
        // The values of the chosen field follow. The list closes after this call.
        onOptionSubmit={(query) => setTimeout(() => setIsOpen(query.endsWith(":")), 0)}
        onFocus={onFocus}
        renderOption={({ option }) => completions.find(({ query }) => query === option.value)?.label ?? option.value}
        error={error !== null}
        {...(error !== null && { "aria-describedby": errorId })}
        onBlur={() => apply()}
        onKeyDown={(event) => {
          const isChoosing = event.currentTarget.getAttribute("aria-activedescendant") !== null;
          if (event.key === "Enter" && !isChoosing) apply();
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          draft === "" ? (
            <Kbd aria-hidden>/</Kbd>
          ) : (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => apply("")} />
          )
        }
      />
      {error !== null && (
        <p id={errorId} role="alert" className={styles["error"]}>
          {error}
        </p>
      )}
    </div>
  );
}

type DraftProps = Required<Pick<QueryBoxProps, "language" | "value" | "onQuery" | "waitMs">> &
  Pick<QueryBoxProps, "broken">;

/** The typed text, which becomes words and filters of the list. A text with an error changes nothing. */
function useDraft({ language, value, broken, onQuery, waitMs }: DraftProps) {
  const words = language.text ?? "";
  const written = printQuery(language, { [words]: value });
  const [draft, setDraft] = useState(broken ?? written);
  const [sent, setSent] = useState(value);
  const [error, setError] = useState(() => errorOf(language, broken ?? ""));
  // The address changed elsewhere, by Back or a link, so the typed text is replaced.
  if (value !== sent) {
    setSent(value);
    setDraft(written);
    setError(null);
  }
  const send = (text: string) => {
    const parsed = parseQuery(language, text);
    if (parsed.filters === undefined) return setError(parsed.error.message);
    const { [words]: found = "", ...filters } = parsed.filters;
    setError(null);
    setSent(String(found));
    const hasFilters = Object.keys(filters).length > 0;
    if (hasFilters) setDraft(printQuery(language, { [words]: found }));
    if (hasFilters || found !== value) onQuery(language.text === null ? filters : { ...filters, [words]: found });
    return undefined;
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (draft === written || draft === broken) return undefined;
    const { filters, error: problem } = parseQuery(language, draft);
    const isOpen = filters === undefined || Object.keys(filters).some((name) => name !== words);
    // A term ends with a space. An error in the last one may be an unfinished term.
    if (isOpen && (!/\s$/.test(draft) || (problem !== undefined && problem.end === draft.length))) return undefined;
    const timer = setTimeout(() => latest.current(draft), isOpen ? 0 : waitMs);
    return () => clearTimeout(timer);
  }, [draft, written, broken, language, words, waitMs]);
  return {
    draft,
    error,
    type: (text: string) => {
      setDraft(text);
      setError(null);
    },
    apply: (text = draft) => {
      setDraft(text);
      send(text);
    },
  };
}

function errorOf(language: QueryLanguage, query: string): string | null {
  return parseQuery(language, query).error?.message ?? null;
}
