import type { AnyEvent } from '#shared/events/index.ts'
import { formatCost, formatDuration, formatTokens, toLine } from '../command-line/format-output.ts'
import { type Reporter, toEnding, toText } from './reporter.ts'
import { RunStory, type StoryLine } from './run-output.ts'
import type { Tone } from './run-output-text.ts'

/** The terminal a run is shown on. */
export interface Screen {
  /** 0 where it does not say. */
  readonly columns: number
  write(text: string): unknown
}

export interface LiveOptions {
  readonly screen: Screen
  readonly clock: { now(): number }
  readonly hasColour: boolean
}

const FRAME_MS = 120
const DEFAULT_COLUMNS = 80
const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const DIM = '2'

/** Lanes with a spinner below what has happened so far: nothing moves but the spinner and the times. */
export function liveReporter(options: LiveOptions): Reporter {
  return new LiveReporter(options)
}

class LiveReporter implements Reporter {
  readonly #options: LiveOptions
  readonly #story = new RunStory()
  readonly #timer: NodeJS.Timeout
  #frame = 0
  #shownLines = 0
  #isPaused = false
  /** What happened while a person was asked: it does not run into what they write. */
  #held = ''

  constructor(options: LiveOptions) {
    this.#options = options
    options.screen.write(HIDE_CURSOR)
    this.#timer = setInterval(() => this.#draw(), FRAME_MS)
  }

  get #columns(): number {
    return this.#options.screen.columns || DEFAULT_COLUMNS
  }

  receive(page: readonly AnyEvent[]): void {
    const lines = page.flatMap((event) => this.#story.receive(event))
    if (lines.length === 0) return
    const width = this.#columns
    this.#held += lines.map((line) => `${this.#painted(line, toText(line, width))}\n`).join('')
    if (this.#isPaused) return
    this.#options.screen.write(this.#erasing() + this.#release())
    this.#draw()
  }

  #release(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  pause(): Disposable {
    this.#options.screen.write(this.#erasing() + SHOW_CURSOR)
    this.#isPaused = true
    return {
      [Symbol.dispose]: () => {
        this.#isPaused = false
        this.#options.screen.write(HIDE_CURSOR + this.#release())
      },
    }
  }

  end(sessionId: string): void {
    this.#options.screen.write(this.#erasing() + this.#release() + toEnding(this.#story, sessionId))
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#options.screen.write(this.#erasing() + SHOW_CURSOR)
  }

  #draw(): void {
    if (this.#isPaused) return
    this.#frame += 1
    const lines = this.#region()
    this.#options.screen.write(`${this.#erasing()}${lines.join('\n')}\n`)
    this.#shownLines = lines.length
  }

  #region(): string[] {
    const { clock } = this.#options
    const now = clock.now()
    const spinner = SPINNER[this.#frame % SPINNER.length] ?? ''
    const lanes = this.#story.doing().map(({ lane, laneIndex, title, since }) => {
      const head = `${spinner} ${toLine(lane, 18).padEnd(18)} ${formatDuration(now - since).padStart(5)} `
      const text = head + toLine(title, this.#columns - head.length - 1)
      return this.#paint(text, laneColour(laneIndex))
    })
    return ['', ...lanes, this.#paint(this.#totals(now), DIM)]
  }

  #totals(now: number): string {
    const { inputTokens, outputTokens, costUsd, unpricedCalls } = this.#story.totals
    const tokens = formatTokens(inputTokens + outputTokens)
    const elapsed = formatDuration(now - (this.#story.firstAt ?? now))
    return `  ${elapsed} · ${tokens} tokens · ${formatCost(costUsd, unpricedCalls)}`
  }

  /** What takes the region off the screen. */
  #erasing(): string {
    const lines = this.#shownLines
    this.#shownLines = 0
    return lines > 0 ? `\u001b[${lines}A\u001b[0J` : ''
  }

  #painted({ tone, laneIndex }: StoryLine, text: string): string {
    return this.#paint(text, tone === 'plain' ? laneColour(laneIndex) : colours[tone])
  }

  #paint(text: string, code: string): string {
    return this.#options.hasColour && code ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}

const colours: Readonly<Record<Exclude<Tone, 'plain'>, string>> = {
  quiet: DIM,
  said: '1',
  edit: '33',
  good: '32',
  bad: '31',
  asks: '1;33',
}

/** The lead in the terminal's own colour, subagents by hue. */
function laneColour(laneIndex: number): string {
  return laneIndex === 0 ? '' : (['36', '35', '34', '32'][(laneIndex - 1) % 4] ?? '')
}
