import { listTickets, type Ticket } from "@plumb/contract/integrations/tickets.ts";
import { type Annotation, listAnnotations } from "@plumb/contract/items/annotations.ts";
import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { fenced } from "./fenced.ts";
import type { ToolCall } from "./tool.ts";

const maxPerCause = 3;

/** Returns the lines about the tickets and open analysis items of a cause. */
export async function openWork(call: ToolCall, causeId: number | null): Promise<string[]> {
  if (causeId === null) return [];
  const { api, projectId } = call;
  const params = { projectId };
  const { data: tickets } = await api.call(listTickets, { params, query: { groupIds: String(causeId) } });
  const query = { groupId: causeId, status: openStatuses.join(","), limit: maxPerCause };
  const { annotations, total } = (await api.call(listAnnotations, { params, query })).data;
  return [
    ...tickets.slice(0, maxPerCause).map(ticketLine),
    ...annotations.map(itemLine),
    ...(total > annotations.length ? [`and ${total - annotations.length} more open analysis items`] : []),
  ];
}

function itemLine({ id, status, title, assignee, agent, proposedClass }: Annotation): string {
  const details = [
    status,
    ...(proposedClass === null ? [] : [`proposes ${proposedClass}`]),
    ...(assignee === null ? [] : [`assigned to ${fenced(assignee.name, 80)}`]),
    ...(agent === null ? [] : [`by the agent ${fenced(agent.name, 60)}`]),
  ];
  return `Analysis item ${id} ${fenced(title, 120)}: ${details.join(", ")}`;
}

function ticketLine({ key, title, state, stateName, assignee, closedAt, quietRuns, returned, url }: Ticket): string {
  const details = [
    state,
    ...(closedAt === null ? [] : [`on ${closedAt}`]),
    ...(stateName === null ? [] : [fenced(stateName, 60)]),
    ...(assignee === null ? [] : [`assigned to ${fenced(assignee, 80)}`]),
    ...(quietRuns === null ? [] : [`${quietRuns} runs without the failure since`]),
    ...(returned ? ["the failure returned after it was closed"] : []),
  ];
  return `Ticket ${fenced(key ?? "not created yet", 60)} ${fenced(title, 120)}: ${details.join(", ")}${url === null ? "" : ` ${fenced(url, 300)}`}`;
}
