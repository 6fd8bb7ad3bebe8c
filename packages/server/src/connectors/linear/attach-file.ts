import { z } from "zod";
import { linearApi, queryLinear } from "./api.ts";
import { commentMutation, uploadMutation } from "./queries.ts";
import { checkIssueId, noIssue } from "./tickets.ts";
import type { Connection, TicketFile } from "#connectors/offers.ts";
import { unexpected } from "#connectors/responses.ts";
import { fileTimeoutMs, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";

const Header = z.object({ key: z.string().max(200), value: z.string().max(2000) });
const UploadFile = z.object({
  uploadUrl: z.url({ protocol: /^https?$/ }),
  assetUrl: z.string().regex(/^https?:\/\/[\w./:-]{1,500}$/),
  headers: z.array(Header).max(20),
});
/** `null` if Linear could not prepare the upload. */
const Upload = z.object({ fileUpload: z.object({ uploadFile: UploadFile.nullable() }) });

/** Uploads a file to the storage of Linear, and shows it in a comment. @see https://linear.app/developers/how-to-upload-a-file-to-linear */
export async function attachToIssue(connection: Connection, id: string, file: TicketFile): Promise<void> {
  const { name, contentType, bytes } = file;
  const api = linearApi(connection);
  const variables = { contentType, filename: name, size: bytes.length };
  const { uploadFile } = readAs(api, Upload, await queryLinear(api, uploadMutation, variables)).fileUpload;
  if (uploadFile === null) throw new ServiceError("Linear could not prepare the upload.", { scope: "request" });
  // The address is signed, and contains the only credentials that the storage accepts.
  const response = await connection.outgoing.request({
    method: "PUT",
    url: uploadFile.uploadUrl,
    headers: {
      "user-agent": "plumb",
      "content-type": contentType,
      "cache-control": "public, max-age=31536000",
      ...Object.fromEntries(uploadFile.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    },
    body: bytes,
    timeoutMs: fileTimeoutMs,
    isSecret: true,
  });
  if (response.status < 200 || response.status >= 300) throw unexpected("The storage of Linear", response);
  const input = { issueId: checkIssueId(id), body: `![Screenshot](${uploadFile.assetUrl})` };
  await queryLinear(api, commentMutation, { input }, noIssue(id));
}
