/** Has the browser save what stands at a link of this server, under the name that the answer gives it. */
export function saveFile(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
