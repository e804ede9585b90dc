import type { AnyEvent } from '#shared/events/index.ts'
import { noWaste, type WasteSum, wasteKinds, wasteWords } from '#shared/projections/waste-sums.ts'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatJson,
  formatTokens,
  toLine,
  toLines,
  toPrintable,
} from '../command-line/format-output.ts'
import { RunStory, type StoryLine } from './run-output.ts'

/** Tells a run to whoever started it. */
export interface Reporter extends Disposable {
  receive(page: readonly AnyEvent[]): void
  /** Clears the way for a question, until it is disposed. */
  pause(): Disposable
  /** After the last event. */
  end(sessionId: string): void
}

interface Writer {
  write(text: string): unknown
}

/** One event a line, as it was logged. */
export function jsonReporter(out: Writer): Reporter {
  return {
    receive: (page) => out.write(page.map((event) => `${formatJson(event)}\n`).join('')),
    pause: nothing,
    end: () => undefined,
    [Symbol.dispose]: () => undefined,
  }
}

const PLAIN_WIDTH = 160

/** Plain lines, for a pipe or a file. */
export function plainReporter(out: Writer): Reporter {
  const story = new RunStory()
  return {
    receive: (page) => {
      for (const line of page.flatMap((event) => story.receive(event))) {
        out.write(`${toText(line, PLAIN_WIDTH)}\n`)
      }
    },
    pause: nothing,
    end: (sessionId) => out.write(toEnding(story, sessionId)),
    [Symbol.dispose]: () => undefined,
  }
}

function nothing(): Disposable {
  return { [Symbol.dispose]: () => undefined }
}

const LANE_WIDTH = 18
const LEAST_WIDTH = 20

/** Whole sentences for what went wrong and what is asked, over several lines; a line of the rest. */
export function toText({ at, lane, text, tone }: StoryLine, width: number): string {
  const head = `${formatDuration(at).padStart(7)}  ${toLine(lane, LANE_WIDTH).padEnd(LANE_WIDTH)}  `
  const room = Math.max(LEAST_WIDTH, width - head.length)
  if (tone === 'said') return head + toLine(text, room, 'prose')
  if (tone !== 'bad' && tone !== 'asks') return head + toLine(text, room)
  return head + toLines(text, room).join(`\n${' '.repeat(head.length)}`)
}

/** What the run found, took and cost, and how to see it again. */
export function toEnding(story: RunStory, sessionId: string): string {
  const { calls, inputTokens, outputTokens, costUsd, savedUsd, unpricedCalls } = story.totals
  const findings = story.findings ? `\n${toPrintable(story.findings, 'prose')}\n` : ''
  const parts = [
    formatCount(story.agents, 'agent'),
    formatCount(calls, 'model call'),
    `${formatTokens(inputTokens)} tokens in, ${formatTokens(outputTokens)} out`,
    formatCost(costUsd, unpricedCalls),
    ...(savedUsd > 0 ? [`${formatCost(savedUsd, 0)} saved by the cache`] : []),
  ]
  const onward = story.isUnfinished ? `Go on with it: orrery resume ${sessionId}\n` : ''
  const waste = tellWaste(story.waste)
  return `${findings}\n${parts.join(' · ')}\n${waste}Session ${sessionId}. See it again: orrery replay ${sessionId}\n${onward}`
}

/** Where time and money went without anything coming of it; nothing where none did. */
function tellWaste({ sum, byKind }: RunStory['waste']): string {
  const kinds = wasteKinds.filter((kind) => byKind[kind])
  if (sum.lostMs === 0 && kinds.length === 0) return ''
  const told = kinds.map((kind) => {
    const word = wasteWords[kind].toLowerCase()
    return kinds.length > 1 ? `${word} ${toLoss(byKind[kind] ?? noWaste)}` : word
  })
  return `Waste ${toLoss(sum)}${told.length > 0 ? `: ${told.join(', ')}` : ''}\n`
}

function toLoss({ lostMs, costUsd, unpriced }: WasteSum): string {
  const time = formatDuration(lostMs)
  return costUsd > 0 || unpriced > 0 ? `${time} · ${formatCost(costUsd, unpriced)}` : time
}
