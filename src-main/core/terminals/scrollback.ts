import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionId, TerminalId } from '#shared/lib/ids.ts'

interface Chunk {
  readonly at: number
  readonly text: string
}

/** What is printed bit by bit is kept, and read, in chunks of about this many characters. */
const CHUNK = 64 * 1024

/** The last of what a terminal printed; places are counted in characters since it was opened. */
export class Scrollback {
  readonly #limit: number
  readonly #chunks: Chunk[] = []
  #end: number

  constructor(limit: number, start = 0) {
    this.#limit = limit
    this.#end = start
  }

  /** Where what is kept begins. */
  get start(): number {
    return this.#chunks[0]?.at ?? this.#end
  }

  get end(): number {
    return this.#end
  }

  add(text: string): void {
    if (text === '') return
    this.#append(text)
    this.#end += text.length
    for (;;) {
      const [first] = this.#chunks
      if (!first || this.#end - (first.at + first.text.length) < this.#limit) return
      this.#chunks.shift()
    }
  }

  /** At most `max` characters from a place on, or from where what is kept begins; empty at the end. */
  read(from: number, max: number): { readonly at: number; readonly data: string } {
    const at = Math.min(Math.max(from, this.start), this.#end)
    const first = this.#chunks.findLastIndex((one) => one.at <= at)
    let data = ''
    for (const chunk of this.#chunks.slice(Math.max(0, first))) {
      const begin = at + data.length - chunk.at
      data += chunk.text.slice(begin, begin + max - data.length)
      if (data.length >= max) break
    }
    return { at, data }
  }

  #append(text: string): void {
    const last = this.#chunks.at(-1)
    if (!last || last.text.length + text.length > CHUNK) {
      this.#chunks.push({ at: this.#end, text })
    } else this.#chunks[this.#chunks.length - 1] = { at: last.at, text: last.text + text }
  }

  toText(): string {
    return this.#chunks.map(({ text }) => text).join('')
  }
}

/** A terminal as it is kept across restarts. `start` is where its text begins. */
const SavedTerminal = z.object({
  id: TerminalId,
  sessionId: SessionId,
  title: z.string(),
  order: z.int().nonnegative(),
  exitCode: z.int().nullable(),
  start: z.int().nonnegative(),
  text: z.string(),
})
export type SavedTerminal = z.infer<typeof SavedTerminal>

/** Keeps what terminals printed in files of the data folder, readable by their owner alone. */
export class SavedTerminals {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'terminals')
  }

  /** Oldest first. A file that cannot be understood is left out. */
  async readAll(): Promise<readonly SavedTerminal[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const saved = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#find(name)),
    )
    return saved.filter((one) => one !== undefined).sort((a, b) => a.order - b.order)
  }

  async write(terminal: SavedTerminal): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#path(terminal.id)
    await writeFile(`${path}.new`, JSON.stringify(terminal), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  async remove(id: TerminalId): Promise<void> {
    await rm(this.#path(id), { force: true })
  }

  async #find(name: string): Promise<SavedTerminal | undefined> {
    try {
      return SavedTerminal.parse(JSON.parse(await readFile(join(this.#folder, name), 'utf8')))
    } catch {
      return undefined
    }
  }

  #path(id: TerminalId): string {
    return join(this.#folder, `${id}.json`)
  }
}
