import { NativeSelect, Radio, Stack } from "@mantine/core";
import type { CredentialsOwner, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { ownerLabels } from "#features/connectors/connections/connection-labels.ts";

interface ServiceFieldsProps {
  readonly services: readonly ProjectConnector[];
  readonly service: ProjectConnector;
  readonly owner: CredentialsOwner;
  readonly onService: (id: ConnectorId) => void;
  readonly onOwner: (owner: CredentialsOwner) => void;
}

/** Choice of the service, and of the account if the server has one. */
export function ServiceFields({ services, service, owner, onService, onOwner }: ServiceFieldsProps) {
  return (
    <Stack gap="md" mb="md" maw={520}>
      <NativeSelect
        label="Service"
        data={services.map(({ connector: { id, name } }) => ({ value: id, label: name }))}
        value={service.connector.id}
        onChange={(event) => {
          const next = services.find(({ connector }) => connector.id === event.currentTarget.value);
          if (next !== undefined) onService(next.connector.id);
        }}
      />
      {service.needsAccount && service.enabled.includes("server") && (
        <Radio.Group
          label="Account"
          value={owner}
          onChange={(value) => onOwner(value === "server" ? "server" : "project")}
        >
          <Stack gap={6} mt={6}>
            {(["server", "project"] as const).map((each) => (
              <Radio key={each} value={each} label={ownerLabels[each]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
