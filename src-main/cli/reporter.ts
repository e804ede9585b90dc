import type { AnyEvent } from '#shared/events/index.ts'
import { formatCost, formatDuration, formatTokens, toLine, toPrintable } from './format.ts'
import { RunStory, type StoryLine } from './run-story.ts'

/** Tells a run to whoever started it. */
export interface Reporter extends Disposable {
  receive(page: readonly AnyEvent[]): void
  /** Clears the way for a question, until it is disposed. */
  pause(): Disposable
  /** After the last event. */
  end(sessionId: string): void
}

export interface Writer {
  write(text: string): unknown
}

/** One event a line, as it was logged. */
export function jsonReporter(out: Writer): Reporter {
  return {
    receive: (page) => out.write(page.map((event) => `${JSON.stringify(event)}\n`).join('')),
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

export function toText({ at, lane, text }: StoryLine, width: number): string {
  const head = `${formatDuration(at).padStart(7)}  ${toLine(lane, LANE_WIDTH).padEnd(LANE_WIDTH)}  `
  return head + toLine(text, width - head.length)
}

/** What the run found, took and cost, and how to see it again. */
export function toEnding(story: RunStory, sessionId: string): string {
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = story.totals
  const findings = story.findings ? `\n${toPrintable(story.findings)}\n` : ''
  const parts = [
    `${story.agents} ${story.agents === 1 ? 'agent' : 'agents'}`,
    `${calls} model ${calls === 1 ? 'call' : 'calls'}`,
    `${formatTokens(inputTokens)} tokens in, ${formatTokens(outputTokens)} out`,
    formatCost(costUsd, unpricedCalls),
  ]
  return `${findings}\n${parts.join(' · ')}\nSession ${sessionId}. See it again: orrery replay ${sessionId}\n`
}
