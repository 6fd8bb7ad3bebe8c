/** Stands for a dialog whose code is being loaded, so that keys that the user types for it do not act on the page. */
export function OpeningDialog() {
  return <span hidden data-opens-dialog />;
}
