/** Memoizes `make` by object identity. Results are garbage-collected with their objects. */
export function memoizeByRef<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new WeakMap<Value, { readonly made: Made }>();
  return (value) => {
    let kept = known.get(value);
    if (kept === undefined) {
      kept = { made: make(value) };
      known.set(value, kept);
    }
    return kept.made;
  };
}
