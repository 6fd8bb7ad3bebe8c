import { Radio, Stack, TextInput } from "@mantine/core";
import { maxTicketTitle } from "@plumb/contract/integrations/tickets.ts";

interface SharedTicketProps {
  /** Number of chosen causes; at least two. */
  readonly count: number;
  readonly combined: boolean;
  readonly title: string;
  readonly onCombine: (combined: boolean) => void;
  readonly onTitle: (title: string) => void;
}

/** Choice between one ticket for all chosen causes and one for each. */
export function SharedTicket({ count, combined, title, onCombine, onTitle }: SharedTicketProps) {
  return (
    <Stack gap="sm" mb="md">
      <Radio.Group
        label="Tickets"
        value={combined ? "shared" : "each"}
        onChange={(value) => onCombine(value === "shared")}
      >
        <Stack gap={6} mt={6}>
          <Radio value="each" label="One ticket for each cause" />
          <Radio value="shared" label={`One ticket for ${count === 2 ? "both" : `all ${count}`} causes`} />
        </Stack>
      </Radio.Group>
      {combined && (
        <TextInput
          label="Title"
          value={title}
          maxLength={maxTicketTitle}
          onChange={(event) => onTitle(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}
