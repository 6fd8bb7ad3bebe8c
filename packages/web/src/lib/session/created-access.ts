import { type CreatedAccess, listMemberAccess, listUserAccess } from "@plumb/contract/people/created-access.ts";
import { deleteWebhook } from "@plumb/contract/integrations/webhooks.ts";
import { revokeInvitation } from "@plumb/contract/people/invitations.ts";
import { revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#lib/api/api.ts";

/** An API key, webhook or invitation that stays valid after its creator leaves. */
interface AccessEntry {
  /** Unique among the entries. */
  readonly key: string;
  readonly label: string;
  readonly end: () => Promise<unknown>;
}

/** Returns the entries to choose from, keys first. `withProject` adds the project's name to each. */
function accessEntries({ apiKeys, webhooks, invitations }: CreatedAccess, withProject: boolean): AccessEntry[] {
  const projectText = (name: string | null) => (withProject ? ` (${name ?? "this server"})` : "");
  return [
    ...apiKeys.map(({ id, projectId, projectName, name }) => ({
      key: `key ${projectId} ${id}`,
      label: `Revoke API key ${name}${projectText(projectName)}`,
      end: () => api.call(revokeApiKey, { params: { projectId, keyId: id } }),
    })),
    ...webhooks.map(({ id, projectId, projectName, url }) => ({
      key: `webhook ${projectId} ${id}`,
      label: `Delete webhook ${url}${projectText(projectName)}`,
      end: () => api.call(deleteWebhook, { params: { projectId, webhookId: id } }),
    })),
    ...invitations.map(({ id, email, projectName }) => ({
      key: `invitation ${id}`,
      label: `Revoke invitation of ${email}${projectText(projectName)}`,
      end: () => api.call(revokeInvitation, { params: { invitationId: id } }),
    })),
  ];
}

export interface AccessChoice {
  /** `undefined` while loading. */
  readonly entries: readonly AccessEntry[] | undefined;
  readonly error: Error | null;
  readonly chosen: readonly string[];
  readonly choose: (keys: readonly string[]) => void;
  /** Revokes the selected entries one after another. Rejects with the first error; entries revoked before stay revoked. */
  readonly endChosen: () => Promise<void>;
}

/**
 * Loads the access that an account created, and manages the selection to revoke. `null` loads nothing. Without `projectId`, it
 * covers all projects.
 */
export function useAccessChoice(userId: number | null, projectId?: number): AccessChoice {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<{ userId: number | null; keys: readonly string[] }>({ userId, keys: [] });
  const access = useQuery({
    queryKey: ["created-access", projectId ?? null, userId],
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }) =>
            projectId === undefined
              ? (await api.call(listUserAccess, { params: { userId }, signal })).data
              : (await api.call(listMemberAccess, { params: { projectId, userId }, signal })).data,
    staleTime: 0,
  });
  const entries = access.data && accessEntries(access.data, projectId === undefined);
  const chosen = choice.userId === userId ? choice.keys : [];
  return {
    entries,
    error: access.error,
    chosen,
    choose: (keys) => setChoice({ userId, keys }),
    endChosen: async () => {
      const doomed = (entries ?? []).filter(({ key }) => chosen.includes(key));
      try {
        for (const entry of doomed) await entry.end();
      } finally {
        if (doomed.length > 0) await refresh(queryClient);
      }
    },
  };
}

function refresh(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ["created-access"] }),
    queryClient.invalidateQueries({ queryKey: ["invitations"] }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((part) => part === "api-keys" || part === "webhooks"),
    }),
  ]);
}
