import { ActionIcon, Menu } from "@mantine/core";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconDots, IconFileTypeHtml, IconFileTypePdf, IconJson } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { testLabels } from "./export-labels.ts";
import { useExport } from "./use-export.ts";

const pdf = testLabels("pdf");
const json = testLabels("json");
const html = testLabels("html");

interface TestCaseActionsProps {
  readonly reportId: number;
  readonly result: Pick<ResultDetail, "id" | "artifacts">;
  /** Further menu items. */
  readonly children?: ReactNode;
}

/** Menu of a test with its exports. A click elsewhere closes it, so that only one menu is open. */
export function TestCaseActions({ reportId, result, children }: TestCaseActionsProps) {
  const { running, run } = useExport();
  const requested = { reportId, resultId: result.id };
  const hasArtifacts = result.artifacts.some(({ size }) => size !== null);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="sm"
          loading={[pdf, json, html].some((labels) => running.has(labels))}
          aria-label="Test Case Actions"
          title="Test Case Actions"
        >
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Item
          leftSection={<IconFileTypePdf size={15} aria-hidden />}
          onClick={() => run({ ...requested, format: "pdf", includeArtifacts: true }, pdf)}
        >
          PDF
        </Menu.Item>
        <Menu.Item
          leftSection={<IconJson size={15} aria-hidden />}
          onClick={() => run({ ...requested, format: "json" }, json)}
        >
          JSON
        </Menu.Item>
        <Menu.Label>HTML</Menu.Label>
        <Menu.Item
          leftSection={<IconFileTypeHtml size={15} aria-hidden />}
          onClick={() => run({ ...requested, format: "html", includeArtifacts: false }, html)}
        >
          Lite Export
        </Menu.Item>
        {hasArtifacts && (
          <Menu.Item
            leftSection={<IconFileTypeHtml size={15} aria-hidden />}
            onClick={() => run({ ...requested, format: "html", includeArtifacts: true }, html)}
          >
            Full Export
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
