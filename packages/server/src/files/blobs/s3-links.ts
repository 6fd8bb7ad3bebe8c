import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { S3Location } from "#config.ts";
import type { BlobLinks, LinkHeaders } from "#core/blob-store.ts";

const lifetimeSeconds = 900;

/** The parts of the SDK's request and signer that signing a link needs. Their types are in a package that only the SDK depends on. */
interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Record<string, string | string[] | null>;
}
interface Presigner {
  presign(
    request: SignedRequest & { readonly method: string; readonly headers: Record<string, string> },
    options: { readonly expiresIn: number },
  ): Promise<SignedRequest>;
}

/** Creates links that make the storage send a blob with the headers that the server would have sent. */
export function s3Links(client: S3Client, location: S3Location & { publicUrl: string }, objectOf: ObjectOf): BlobLinks {
  return {
    origin: publicOrigin(location),
    async sign(projectId, hash, { contentType, contentDisposition, cacheControl }: LinkHeaders) {
      const command = new GetObjectCommand({
        ...objectOf(projectId, hash),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: cacheControl,
      });
      let link = "";
      // The request has its address by then, and is signed instead of sent.
      command.middlewareStack.add(
        () => async (args) => {
          link = await presigned(client, args.request as SignedRequest);
          return { response: {}, output: { $metadata: {} } };
        },
        { step: "finalizeRequest", priority: "high" },
      );
      await client.send(command);
      return link;
    },
  };
}

type ObjectOf = (projectId: number, hash: string) => { Bucket: string; Key: string };

async function presigned(
  client: S3Client,
  { protocol, hostname, port, path, query = {} }: SignedRequest,
): Promise<string> {
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const signer = (await client.config.signer()) as unknown as Presigner;
  const signed = await signer.presign(
    {
      method: "GET",
      protocol,
      hostname,
      ...(port === undefined ? {} : { port }),
      path,
      query,
      headers: { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
    },
    { expiresIn: lifetimeSeconds },
  );
  const parameters = Object.entries(signed.query ?? {}).map(
    ([name, value]) => `${encoded(name)}=${encoded(String(value ?? ""))}`,
  );
  return `${protocol}//${host}${signed.path}?${parameters.join("&")}`;
}

/** Encodes all characters that RFC 3986 reserves, as the signature requires. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns the origin of links, for the Content-Security-Policy of the app. */
function publicOrigin({ publicUrl, bucket, pathStyle }: S3Location & { publicUrl: string }): string {
  const { protocol, host } = new URL(publicUrl);
  return `${protocol}//${pathStyle ? host : `${bucket}.${host}`}`;
}
