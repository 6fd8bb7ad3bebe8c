import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { createAnnotation, listAnnotations } from "@plumb/contract/items/annotations.ts";
import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { changeStatus } from "#items/item-changes.ts";
import { addAgentComment } from "#items/item-parts.ts";
import { createItem } from "#items/create-item.ts";
import type { ItemEditor } from "#items/item-editor.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { tool } from "./tool.ts";
import { creatorOfKey } from "#store/projects/api-keys.ts";

const id = z.number().int().positive();

const createItemTool = tool({
  name: "create_analysis_item",
  title: "Create an analysis item",
  description:
    "Creates an analysis item about a cause, a failure or a run. It is marked as created by an agent. People can change it, and undo its creation.",
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
  title: "Comment on an analysis item, or change its status",
  description:
    "Adds a comment to an analysis item, and changes its status if you give one. The status of an item that a person created can only be changed if it is assigned to the person who created the API key. The history of the item shows both, and people can undo them.",
  readOnly: false,
  input: z.object({
    item_id: id,
    status: z.enum(["open", "in_progress", "resolved", "closed", "reopened"]).optional(),
    comment: z.string().trim().min(1).max(2000),
  }),
  async run(call, { item_id: itemId, status, comment }) {
    const editor = await agentOf(call);
    const which = { id: itemId, revision: undefined };
    const changed =
      status !== undefined && (await changeStatus(call.context, editor, which, { status, comment })).changed;
    // A comment on a change that changes nothing would be lost.
    if (!changed) await addAgentComment(call.context, editor, itemId, comment);
    return `${status === undefined ? `Commented on analysis item ${itemId}.` : `Analysis item ${itemId} is now ${status}.`} ${itemUrl(call, itemId)}`;
  },
});

const proposeClass = tool({
  name: "propose_class",
  title: "Propose a class for a cause",
  description:
    "Proposes a class for a cause, with a reason. The proposal is an analysis item, which a person accepts or dismisses. The class itself does not change.",
  readOnly: false,
  input: z.object({ cause_id: id, class: z.enum(failureClasses), reason: z.string().trim().min(1).max(2000) }),
  async run(call, { cause_id: groupId, class: proposedClass, reason }) {
    const { api, projectId } = call;
    const query = { groupId, status: openStatuses.join(","), limit: 100 };
    const { data } = await api.call(listAnnotations, { params: { projectId }, query });
    const known = data.annotations.find((item) => item.proposedClass === proposedClass);
    if (known !== undefined) return `Analysis item ${known.id} already proposes this class. ${itemUrl(call, known.id)}`;
    return addItem(call, {
      title: `Proposed class: ${proposedClass}`,
      message: reason,
      priority: "medium",
      groupId,
      testCaseId: undefined,
      testRunId: undefined,
      tags: ["agent", "proposed class"],
      proposedClass,
    });
  },
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
  readonly proposedClass?: FailureClass;
}

async function addItem(call: ToolCall, { proposedClass, ...item }: AgentItem): Promise<string> {
  const editor = await agentOf(call);
  const requested = createAnnotation.body.parse({ ...item, tags: [...item.tags] });
  const { id: itemId, created } = await createItem(
    call.context,
    editor,
    { ...requested, ...(proposedClass !== undefined && { proposedClass }) },
    undefined,
  );
  return `${created ? "Created" : "You already have the open"} analysis item ${itemId}. ${itemUrl(call, itemId)}`;
}

function itemUrl({ projectId, publicUrl }: ToolCall, itemId: number): string {
  return `${publicUrl}/analysis?annotation=${itemId}&project=${projectId}`;
}

/**
 * Returns the agent with the user on whose behalf it writes: the key's creator, as long as that user may triage.
 *
 * @throws ApiError without a key that has the scope.
 */
async function agentOf({ caller, context, projectId, address }: ToolCall): Promise<ItemEditor> {
  if (caller.kind !== "key")
    throw new ApiError("forbidden", 'An agent writes with an API key that has the scope "triage", not with a session.');
  if (!caller.scopes.includes("triage"))
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
  return { projectId, user, now: context.clock(), agent: { id: caller.keyId, name: caller.name, address } };
}
