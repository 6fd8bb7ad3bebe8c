import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { useUploads } from "./upload-context.ts";
import { detailsText } from "./upload-details.ts";

/** Button that opens the file picker, and a button for the parameters, which most uploads do not need. */
export function UploadButton() {
  const { pick, may, details, detailsOpen, setDetailsOpen } = useUploads();
  if (!may.upload) return null;
  const visibleDetails = detailsText(details);
  return (
    <>
      <Button
        variant={visibleDetails === "" ? "subtle" : "light"}
        color={visibleDetails === "" ? "gray" : "brand"}
        aria-expanded={detailsOpen}
        title={
          visibleDetails === ""
            ? "Suite, environment, branch and build for your uploads"
            : `Uploads are sent with ${visibleDetails}`
        }
        onClick={() => setDetailsOpen(!detailsOpen)}
      >
        {visibleDetails === "" ? "Suite and branch" : cut(visibleDetails, 32)}
      </Button>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={pick}>
        Upload reports
      </Button>
    </>
  );
}
