import { Button, Menu } from "@mantine/core";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconChevronDown, IconFileTypeHtml, IconFileTypePdf, IconJson } from "@tabler/icons-react";
import { testLabels } from "./export-labels.ts";
import styles from "./exports.module.css";
import { useExport } from "./use-export.ts";

const pdf = testLabels("pdf");
const json = testLabels("json");
const html = testLabels("html");

interface TestCaseActionsProps {
  readonly reportId: number;
  readonly result: Pick<ResultDetail, "id" | "artifacts">;
}

/** Export menu of a test. A click elsewhere closes it, so that only one menu is open. */
export function TestCaseActions({ reportId, result }: TestCaseActionsProps) {
  const { running, run } = useExport();
  const requested = { reportId, resultId: result.id };
  const hasArtifacts = result.artifacts.some(({ size }) => size !== null);
  return (
    <fieldset aria-label="Test Case Actions" className={styles["buttons"]}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFileTypePdf size={15} aria-hidden />}
        loading={running.has(pdf)}
        onClick={() => run({ ...requested, format: "pdf", includeArtifacts: true }, pdf)}
      >
        PDF
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconJson size={15} aria-hidden />}
        loading={running.has(json)}
        onClick={() => run({ ...requested, format: "json" }, json)}
      >
        JSON
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFileTypeHtml size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={running.has(html)}
          >
            HTML
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => run({ ...requested, format: "html", includeArtifacts: false }, html)}>
            Lite Export
          </Menu.Item>
          {hasArtifacts && (
            <Menu.Item onClick={() => run({ ...requested, format: "html", includeArtifacts: true }, html)}>
              Full Export
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
