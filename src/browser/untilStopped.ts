/** Passes on how a promise ends, until the returned function is called: for an effect whose component may be gone by then. */
export function untilStopped<Value>(
  promise: Promise<Value>,
  onValue: (value: Value) => void,
  onFailure: (error: unknown) => void = () => undefined,
): () => void {
  let isStopped = false;
  promise.then(
    (value) => {
      if (!isStopped) onValue(value);
    },
    (error: unknown) => {
      if (!isStopped) onFailure(error);
    },
  );
  return () => {
    isStopped = true;
  };
}
