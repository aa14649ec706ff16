/** The result of `work` and the milliseconds of processor time that it took. Other work on the machine does not count. */
export function onProcessor<Result>(work: () => Result): { readonly result: Result; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}
