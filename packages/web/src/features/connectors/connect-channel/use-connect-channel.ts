import type { CredentialsOwner, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useCreateConnection } from "#features/connectors/connections/connections.queries.ts";
import { cut } from "#lib/format/format.ts";
import { showSuccess } from "#ui/feedback/toast.ts";

export interface NewRule {
  readonly name: string;
  readonly bindingId: number;
  readonly events: RuleEvent[];
}

export interface ChannelInput {
  readonly values: Readonly<Record<string, string>>;
  readonly events: RuleEvent[];
}

const maxNameLength = 100;

/** Adds a connection, which posts a test message, and a rule for it. */
export function useConnectChannel({
  projectId,
  service,
  owner,
  onRule,
  onDone,
}: {
  readonly projectId: number;
  readonly service: ProjectConnector;
  readonly owner: CredentialsOwner;
  readonly onRule: (rule: NewRule) => Promise<unknown>;
  readonly onDone: () => void;
}) {
  const create = useCreateConnection(projectId);
  // A second attempt after a rule was rejected must not add a second connection.
  const created = useRef<{ values: string; id: number; name: string; message: string }>(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ values, events }: ChannelInput) => {
      const key = JSON.stringify(values);
      if (created.current?.values !== key) {
        const { id: connector } = service.connector;
        const sent = { connector, offer: "channel", owner, values } as const;
        const { binding, message } = await create.mutateAsync(sent);
        created.current = { values: key, id: binding.id, name: binding.name, message };
      }
      const { id, name, message } = created.current;
      await onRule({ name: cut(`${service.connector.name} ${name}`, maxNameLength), bindingId: id, events });
      return message;
    },
    onSuccess: (message) => {
      showSuccess(`${message} The rule is on.`);
      onDone();
    },
  });
  return { connect: mutate, pending: isPending, error };
}
