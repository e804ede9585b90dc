// The benchmarks: each figure beside a named baseline. `npm run bench` runs all,
// `npm run bench -- paste judging` those with these names.
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
import { measureProjectFiles } from './project-files.ts'
import { measureProjectSearch } from './project-search.ts'
import { measureRoundTrip } from './round-trip.ts'
import type { Row } from './row.ts'
import { measureFirstRun, measureRunStart } from './run-start.ts'
import { measureSearch } from './search.ts'
import { measureSpending } from './spending.ts'
import { measureStreaming } from './streaming.ts'
import { measureTerminals } from './terminals.ts'

const measurements: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  commands: measureCommands,
  judging: measureJudging,
  'large-project': rowsOfLargeProject,
  'project-files': measureProjectFiles,
  'project-search': measureProjectSearch,
  'run-start': measureRunStart,
  'first-run': measureFirstRun,
  'long-thread': measureLongThread,
  hosting: measureHosting,
  'first-load': measureFirstLoad,
  'first-window': measureFirstWindow,
  paste: measurePaste,
  'round-trip': measureRoundTrip,
  'large-session': measureLargeSession,
  streaming: measureStreaming,
  terminals: measureTerminals,
  spending: measureSpending,
  search: measureSearch,
  'code-review': measureCodeReview,
}

const names = process.argv.slice(2)
const unknown = names.find((name) => measurements[name] === undefined)
if (unknown !== undefined) {
  const known = Object.keys(measurements).join(', ')
  throw new Error(`There is no benchmark "${unknown}". There are ${known}.`)
}

const [cpu] = cpus()
console.log(`${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`)
for (const [name, measure] of Object.entries(measurements)) {
  if (names.length > 0 && !names.includes(name)) continue
  for (const row of await measure()) print(row)
}

async function rowsOfLargeProject(): Promise<readonly Row[]> {
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
