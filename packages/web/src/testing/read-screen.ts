import type { Locator } from "@playwright/test";

/**
 * Reads a table: one object per row, with the visible text of each cell under the heading of its column. Rows that span all
 * columns are left out.
 */
export async function readTable(table: Locator): Promise<Record<string, string>[]> {
  const rows = await table
    .locator("thead tr, tbody tr")
    .evaluateAll((found) => found.map((row) => Array.from(row.children, (cell) => (cell as HTMLElement).innerText)));
  const [columns = [], ...cells] = rows.map((row) => row.map(asOneLine));
  return cells
    .filter(({ length }) => length === columns.length)
    .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ""])));
}

/** Reads lists of terms and descriptions: the visible text of each description under its term. */
export async function readTerms(lists: Locator): Promise<Record<string, string>> {
  const terms = await lists
    .locator("dt")
    .evaluateAll((found) =>
      found.map((term) => [term, term.nextElementSibling].map((part) => (part as HTMLElement | null)?.innerText ?? "")),
    );
  return Object.fromEntries(terms.map((parts) => parts.map(asOneLine))) as Record<string, string>;
}

/** Reads the separate texts of each element, in the order of the document: one text per element that contains text itself. */
export async function readTexts(elements: Locator): Promise<string[][]> {
  const found = await elements.evaluateAll((all) =>
    all.map((element) =>
      [element, ...element.querySelectorAll("*")].map((part) =>
        Array.from(part.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : "")).join(
          "",
        ),
      ),
    ),
  );
  return found.map((texts) => texts.map(asOneLine).filter((text) => text !== ""));
}

function asOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
