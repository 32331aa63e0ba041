/**
 * Starts to count the work of this process and its threads. A limit on it holds on a busy machine too: others take time from it, and no
 * work is added.
 *
 * @returns the work since then, ms of one core
 */
export function countWork(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
}
