import { isRecord, parseJson } from '#shared/lib/json.ts'

/** One event of a stream. */
export interface StreamEvent {
  /** Absent in streams of JSON lines, and where the server gave none. */
  readonly name?: string
  readonly data: string
}

/** Reads a stream in whatever pieces it arrives. */
interface EventParser {
  push: (text: string) => readonly StreamEvent[]
  /** Returns what arrived last without the end of a line or of an event. */
  end: () => readonly StreamEvent[]
}

/** Parses server-sent events with any line end, comments and data of several lines. Ignores their ids. */
export class SseParser implements EventParser {
  readonly #lines = new LineSplitter()
  #name: string | undefined
  #data: string[] = []

  push(text: string): readonly StreamEvent[] {
    return this.#lines.push(text).flatMap((line) => this.#take(line))
  }

  end(): readonly StreamEvent[] {
    return [...this.#lines.end(), ''].flatMap((line) => this.#take(line))
  }

  #take(line: string): readonly StreamEvent[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1)
    const text = value.startsWith(' ') ? value.slice(1) : value
    const before = this.#isFollowed(field) ? this.#dispatch() : []
    if (field === 'data') this.#data.push(text)
    if (field === 'event') this.#name = text
    return before
  }

  /** Whether a field begins the next event: some servers leave out the blank lines between events. */
  #isFollowed(field: string): boolean {
    if (this.#data.length === 0) return false
    return field === 'event' || (field === 'data' && isWhole(this.#data.join('\n')))
  }

  #dispatch(): readonly StreamEvent[] {
    const [data, name] = [this.#data.join('\n'), this.#name]
    this.#data = []
    this.#name = undefined
    if (data.trim() === '') return []
    return [name ? { name, data } : { data }]
  }
}

function isWhole(data: string): boolean {
  return data === '[DONE]' || isRecord(parseJson(data))
}

/** Parses JSON lines, also where a proxy made events of them. */
export class JsonLineParser implements EventParser {
  readonly #lines = new LineSplitter()

  push(text: string): readonly StreamEvent[] {
    return this.#lines.push(text).flatMap(toEvent)
  }

  end(): readonly StreamEvent[] {
    return this.#lines.end().flatMap(toEvent)
  }
}

function toEvent(line: string): readonly StreamEvent[] {
  const data = line.replace(/^data:/, '').trim()
  return data === '' ? [] : [{ data }]
}

/** Splits text at `\n`, `\r\n` and `\r`. */
class LineSplitter {
  #rest = ''

  push(text: string): readonly string[] {
    const all = this.#rest + text
    // What follows decides whether it is half of a line end.
    const isOpen = all.endsWith('\r')
    const lines = (isOpen ? all.slice(0, -1) : all).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + (isOpen ? '\r' : '')
    return lines
  }

  end(): readonly string[] {
    const rest = this.#rest.replace(/\r$/, '')
    this.#rest = ''
    return rest === '' ? [] : [rest]
  }
}
