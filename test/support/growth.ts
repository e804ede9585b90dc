const ROUNDS = 5
/** Shorter measurements depend on the compiler and the garbage collector. */
const MIN_MICROSECONDS = 30_000

/**
 * Returns how many times as long a run takes on twice the input, as the median of several rounds. Counts
 * the thread's own processor time, so that a busy machine hardly changes it: linear work is near 2,
 * quadratic work near 4.
 */
export function measureGrowth(run: (size: 'single' | 'double') => void): number {
  run('double')
  const times = countRuns(() => run('single'))
  const ratios = Array.from({ length: ROUNDS }, () => {
    const single = measureCpu(() => run('single'), times)
    return measureCpu(() => run('double'), times) / single
  })
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

/** Returns how many runs take long enough to be measured. */
function countRuns(run: () => void): number {
  let times = 1
  while (measureCpu(run, times) < MIN_MICROSECONDS) times *= 2
  return times
}

function measureCpu(run: () => void, times: number): number {
  const before = process.threadCpuUsage()
  for (let nth = 0; nth < times; nth += 1) run()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
