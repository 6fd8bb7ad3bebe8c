import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { FormError } from "#ui/form/form-error.tsx";
import { useCreateExample } from "./example-projects.ts";
import styles from "./example-data.module.css";

interface ExampleOfferProps {
  readonly projectId: number;
  /** Called with the id of the example project. */
  readonly onOpen: (projectId: number) => void;
}

/** Offers example data to a user whose project is empty. */
export function ExampleOffer({ projectId, onOpen }: ExampleOfferProps) {
  const create = useCreateExample(projectId);
  return (
    <ExampleOfferView
      isCreating={create.isPending}
      error={create.error}
      onCreate={() => create.mutate(undefined, { onSuccess: ({ id }) => onOpen(id) })}
    />
  );
}

interface ExampleOfferViewProps {
  readonly isCreating: boolean;
  readonly error: Error | null;
  readonly onCreate: () => void;
}

export function ExampleOfferView({ isCreating, error, onCreate }: ExampleOfferViewProps) {
  return (
    <div className={styles["offer"]}>
      <Button
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        loading={isCreating}
        onClick={onCreate}
      >
        Or fill with example data
      </Button>
      <span>Three weeks of a made-up shop, in a separate project that only you and administrators see.</span>
      {error !== null && <FormError error={error} fallback="Failed to create the example data" />}
    </div>
  );
}
