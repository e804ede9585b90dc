import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionId, TerminalId } from '#shared/ids.ts'

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
