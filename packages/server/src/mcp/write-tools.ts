import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { createAnnotation } from "@plumb/contract/items/annotations.ts";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { changeStatus } from "#items/item-changes.ts";
import { createItem } from "#items/create-item.ts";
import type { ItemEditor } from "#items/item-editor.ts";
import type { Tool, ToolCall } from "#mcp/tool.ts";
import { tool } from "#mcp/tool.ts";
import { creatorOfKey } from "#store/projects/api-keys.ts";

const id = z.number().int().positive();

const createItemTool = tool({
  name: "create_analysis_item",
  title: "Create an analysis item",
  description:
    "Creates an analysis item about a cause, a failure or a run. It is marked as created by an agent. People can change, close or delete it.",
  readOnly: false,
  input: z.object({
    title: z.string().trim().min(1).max(200),
    message: z.string().trim().min(1).max(4000),
    cause_id: id.optional(),
    failure_id: id.optional(),
    run_id: id.optional(),
    priority: z.enum(["low", "medium", "high", "critical"]).default("medium"),
  }),
  run: (call, { title, message, priority, cause_id: groupId, failure_id: testCaseId, run_id: testRunId }) =>
    addItem(call, { title, message, priority, groupId, testCaseId, testRunId, tags: ["agent"] }),
});

const updateItem = tool({
  name: "update_analysis_item",
  title: "Change the status of an analysis item",
  description:
    "Changes the status of an analysis item, with a comment. The history of the item shows both, and people can change it back.",
  readOnly: false,
  input: z.object({
    item_id: id,
    status: z.enum(["open", "in_progress", "resolved", "closed", "reopened"]),
    comment: z.string().trim().min(1).max(2000),
  }),
  async run(call, { item_id: itemId, status, comment }) {
    const { editor, mark } = await agentOf(call);
    await changeStatus(
      call.context,
      editor,
      { id: itemId, revision: undefined },
      { status, comment: `${comment} ${mark}` },
    );
    return `Analysis item ${itemId} is now ${status}. ${itemUrl(call, itemId)}`;
  },
});

const proposeClass = tool({
  name: "propose_class",
  title: "Propose a class for a cause",
  description:
    "Proposes a class for a cause, with a reason. The proposal is an analysis item, which a person accepts or closes. The class itself does not change.",
  readOnly: false,
  input: z.object({ cause_id: id, class: z.enum(failureClasses), reason: z.string().trim().min(1).max(2000) }),
  run: (call, { cause_id: groupId, class: name, reason }) =>
    addItem(call, {
      title: `Proposed class: ${name}`,
      message: `Set the class of this cause to ${name}, or close this item.\n\n${reason}`,
      priority: "medium",
      groupId,
      testCaseId: undefined,
      testRunId: undefined,
      tags: ["agent", "proposed class"],
    }),
});

export const writeTools: readonly Tool[] = [createItemTool, updateItem, proposeClass];

interface AgentItem {
  readonly title: string;
  readonly message: string;
  readonly priority: string;
  readonly groupId: number | undefined;
  readonly testCaseId: number | undefined;
  readonly testRunId: number | undefined;
  readonly tags: readonly string[];
}

async function addItem(call: ToolCall, { message, ...item }: AgentItem): Promise<string> {
  const { editor, mark } = await agentOf(call);
  const wanted = createAnnotation.body.parse({ ...item, tags: [...item.tags], message: `${message}\n\n${mark}` });
  const itemId = await createItem(call.context, editor, wanted, undefined);
  return `Created analysis item ${itemId}. ${itemUrl(call, itemId)}`;
}

function itemUrl({ projectId, publicUrl }: ToolCall, itemId: number): string {
  return `${publicUrl}/analysis?annotation=${itemId}&project=${projectId}`;
}

/**
 * Returns on whose behalf an agent writes, and the sentence that marks what it wrote. A key writes for the person who created it, as long as that
 * person may triage.
 *
 * @throws ApiError if the key lacks the scope.
 */
async function agentOf({ caller, context, projectId }: ToolCall): Promise<{ editor: ItemEditor; mark: string }> {
  const now = context.clock();
  if (caller.kind === "user") return { editor: { projectId, user: caller.user, now }, mark: "(Written by an agent.)" };
  if (caller.kind !== "key" || !caller.scopes.includes("triage"))
    throw new ApiError(
      "forbidden",
      'This API key cannot write: it does not have the scope "triage". Ask a project lead for a key that has it.',
    );
  const user = await creatorOfKey(context.db, projectId, caller.keyId);
  if (user === null)
    throw new ApiError(
      "forbidden",
      "The person who created this API key may no longer triage in this project. Use another key.",
    );
  return { editor: { projectId, user, now }, mark: `(Written by an agent with the API key “${caller.name}”.)` };
}
