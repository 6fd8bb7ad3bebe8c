/** Makes something of a value the first time it is asked for, and keeps it as long as the value itself lives. */
export function onceOf<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
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
