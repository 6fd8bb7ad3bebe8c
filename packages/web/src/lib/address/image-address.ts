/**
 * Where an image that the server names (an avatar, the logo) is fetched from. A relative address lies on the product's
 * own host; what is not a web address, or absent, gives null.
 *
 * @param origin Scheme and host of the product.
 */
export function imageAddress(url: string | null | undefined, origin: string): string | null {
  if (url === null || url === undefined || url === "" || !URL.canParse(url, origin)) return null;
  const { protocol, href } = new URL(url, origin);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
