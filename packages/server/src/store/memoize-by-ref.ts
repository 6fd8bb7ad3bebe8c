/** Memoizes `make` by object identity. Results are garbage-collected with their objects. */
export function memoizeByRef<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new WeakMap<Value, { readonly made: Made }>();
  return (value) => {
    let retained = known.get(value);
    if (retained === undefined) {
      retained = { made: make(value) };
      known.set(value, retained);
    }
    return retained.made;
  };
}
