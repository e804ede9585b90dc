import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash } from '#shared/ids.ts'
import { decodeText } from '../detect-encoding.ts'
import { nameEncoding } from '../workspace/text-format.ts'
import { replaceRanges } from './redaction/find-ranges.ts'
import type { Redaction } from './redaction/redaction.ts'
import { Rewriter } from './rewriter.ts'
import type { Scanned } from './scan-events.ts'
import type { WantedContents } from './wanted-contents.ts'

interface Parts {
  readonly redaction: Redaction
  readonly scanned: Scanned
  readonly wanted: WantedContents
}

/** What a replay is made of: events as lines of JSON, each after the contents that it is the first to refer to. */
export class ReplayLines {
  readonly #scanned: Scanned
  readonly #rewriter: Rewriter
  #waiting: string[] = []
  #contents = 0

  constructor({ redaction, scanned, wanted }: Parts) {
    const { text, word, value } = redaction
    const { find, nameMissing } = wanted
    const keep = (hash: Hash, content: Uint8Array) => this.#keep(hash, content)
    this.#scanned = scanned
    this.#rewriter = new Rewriter({ find, nameMissing, text, word, value, keep })
  }

  /** How many were written. */
  get contents(): number {
    return this.#contents
  }

  async *write(events: Iterable<AnyEvent>): AsyncGenerator<string> {
    for (const event of events) {
      const rewritten = await this.#rewriter.rewriteEvent(this.#cut(event))
      yield* this.#waiting.splice(0)
      yield `${JSON.stringify({ event: rewritten })}\n`
    }
  }

  async #keep(hash: Hash, content: Uint8Array): Promise<void> {
    const text = await decodeText(content)
    const encoding = text && nameEncoding(text)
    const held = text
      ? { text: text.raw, ...(encoding && { encoding }) }
      : { base64: Buffer.from(content).toString('base64') }
    this.#contents += 1
    this.#waiting.push(`${JSON.stringify({ content: hash, ...held })}\n`)
  }

  /** What it says in pieces was looked through with what is around it. */
  #cut(event: AnyEvent): AnyEvent {
    const cuts = this.#scanned.cuts.get(event.seq)
    if (!cuts) return event
    if (event.kind === 'terminal.output' || event.kind === 'model.delta') {
      const text = replaceRanges(event.data.text, cuts)
      // The same kind of event, with another text.
      return { ...event, data: { ...event.data, text } } as AnyEvent
    }
    return event
  }
}
