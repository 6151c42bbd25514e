/** Answers that arrive after the component that asked has changed its question, or is gone. */

/** Calls `take` with the answer, unless the returned function is called before: `useEffect(() => unlessGone(…))`. */
export function unlessGone<T>(answer: Promise<T>, take: (answer: T) => void): () => void {
  let isGone = false;
  void answer.then((value) => {
    if (!isGone) take(value);
  });
  return () => {
    isGone = true;
  };
}
