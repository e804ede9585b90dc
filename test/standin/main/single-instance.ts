import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a second start hands to the first. */
export interface Start {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly data: unknown
}

const LOCK = 'StandinLock'
const NOTE = 'second-'

/** One start for each profile; the later ones leave a note for the first. */
export class SingleInstance {
  readonly #folder: string
  #isHeld = false

  constructor(folder: string) {
    this.#folder = folder
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Answers whether this start is the first. */
  request(start: Start, onSecond: (start: Start) => void): boolean {
    mkdirSync(this.#folder, { recursive: true })
    if (this.#isHeld || this.#take()) return this.#hold(onSecond)
    const owner = Number(readFileSync(this.#lock, 'utf8'))
    if (isAlive(owner)) {
      // Under another name until it is whole.
      const note = join(this.#folder, `${NOTE}${process.pid}`)
      writeFileSync(note, JSON.stringify(start))
      return false
    }
    rmSync(this.#lock, { force: true })
    return this.#take() && this.#hold(onSecond)
  }

  release(): void {
    if (this.#isHeld) rmSync(this.#lock, { force: true })
    this.#isHeld = false
  }

  get #lock(): string {
    return join(this.#folder, LOCK)
  }

  #take(): boolean {
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      return false
    }
  }

  #hold(onSecond: (start: Start) => void): boolean {
    if (this.#isHeld) return true
    this.#isHeld = true
    const watcher = watch(this.#folder, (_event, name) => {
      if (!name?.startsWith(NOTE)) return
      const start = takeNote(join(this.#folder, name))
      if (start) onSecond(start)
    })
    watcher.unref()
    return true
  }
}

/** `undefined`: it is not whole yet, or was taken. */
function takeNote(path: string): Start | undefined {
  try {
    const start = JSON.parse(readFileSync(path, 'utf8'))
    rmSync(path)
    return start
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
