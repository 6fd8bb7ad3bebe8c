import { z } from "zod";
import type { TicketField } from "./offers.ts";
import { readAs, type ServiceApi } from "./service-api.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

export const labelsPerPage = 100;
const maxPages = 5;

/** Returns the field with the labels of a repository or project, at most 500. */
export async function labelField(
  api: ServiceApi,
  readPage: (page: number) => Promise<{ readonly body: unknown }>,
): Promise<TicketField> {
  const choices: { readonly value: string; readonly label: string }[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const labels = readAs(api, boundedList(z.object({ name: z.string() })), (await readPage(page)).body);
    choices.push(...labels.map(({ name }) => ({ value: name, label: name })));
    if (labels.length < labelsPerPage) break;
  }
  return { id: "labels", label: "Labels", kind: "choices", required: false, choices };
}
