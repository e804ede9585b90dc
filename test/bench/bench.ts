// The benchmarks: each figure beside a named baseline. Run by `npm run bench`.
import { cpus } from 'node:os'
import { measureCodeReview } from './code-review.ts'
import { measureCommands } from './commands.ts'
import { measureFirstLoad } from './first-load.ts'
import { measureFirstWindow } from './first-window.ts'
import { measureHosting } from './hosting.ts'
import { measureJudging } from './judging.ts'
import { measureLargeProject } from './large-project.ts'
import { measureLargeSession } from './large-session.ts'
import { measureLongThread } from './long-thread.ts'
import { measurePaste } from './paste.ts'
import { measureProjectSearch } from './project-search.ts'
import { measureRoundTrip } from './round-trip.ts'
import type { Row } from './row.ts'
import { measureFirstRun, measureRunStart } from './run-start.ts'
import { measureSearch } from './search.ts'
import { measureSpending } from './spending.ts'
import { measureStreaming } from './streaming.ts'
import { measureTerminals } from './terminals.ts'

const [cpu] = cpus()
console.log(`${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`)
for (const row of await measureCommands()) print(row)
for (const row of await measureJudging()) print(row)
for (const row of await rowsOfLargeProject()) print(row)
for (const row of await measureProjectSearch()) print(row)
for (const row of await measureRunStart()) print(row)
for (const row of await measureFirstRun()) print(row)
for (const row of await measureLongThread()) print(row)
for (const row of await measureHosting()) print(row)
for (const row of await measureFirstLoad()) print(row)
for (const row of await measureFirstWindow()) print(row)
for (const row of await measurePaste()) print(row)
for (const row of await measureRoundTrip()) print(row)
for (const row of await measureLargeSession()) print(row)
for (const row of await measureStreaming()) print(row)
for (const row of await measureTerminals()) print(row)
for (const row of await measureSpending()) print(row)
for (const row of await measureSearch()) print(row)
for (const row of await measureCodeReview()) print(row)

async function rowsOfLargeProject(): Promise<Row[]> {
  const { openMs, longestFrameMs, idleLongestFrameMs, hostLongestStallMs } =
    await measureLargeProject()
  const opened = 'a project of 20,000 files opens'
  return [
    {
      what: `${opened}: longest time without a frame`,
      ours: longestFrameMs,
      baseline: idleLongestFrameMs,
      of: 'the same page idle',
      unit: 'ms',
    },
    {
      what: `${opened}: longest that the host answered nobody`,
      ours: hostLongestStallMs,
      baseline: openMs,
      of: 'the whole opening',
      unit: 'ms',
    },
  ]
}

function print({ what, ours, baseline, of, unit, promised }: Row): void {
  const ratio = ours / baseline
  const held = promised === undefined ? '' : ratio <= promised ? ', holds' : ', DOES NOT HOLD'
  const promise = promised === undefined ? '' : ` (at most ${promised.toFixed(2)}${held})`
  const figures = `${format(ours)} ${unit}, ${of}: ${format(baseline)} ${unit}`
  console.log(`${what}\n    ${figures}; ratio ${ratio.toFixed(2)}${promise}`)
}

function format(value: number): string {
  return value.toFixed(value < 100 ? 2 : 0)
}
