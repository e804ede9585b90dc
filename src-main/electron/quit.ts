import { app, dialog, powerMonitor } from 'electron'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { HostLink } from '../open-host.ts'

/** How long runs of commands may take to reach their next step before they are cut off. */
const HAND_OVER_MS = 5000
const QUIT = 0
const STAY = 1

/** Asks before quitting would stop what runs; the host is gone before the app is. */
export class Quitting {
  readonly #link: HostLink
  #state: 'no' | 'asking' | 'agreed' | 'done' = 'no'

  constructor(link: HostLink) {
    this.#link = link
    app.on('before-quit', (event) => {
      if (this.#isAgreed) return
      event.preventDefault()
      void this.#ask()
    })
    app.on('will-quit', (event) => {
      if (this.#state === 'done') return
      event.preventDefault()
      void this.#end()
    })
    // The machine does not wait for an answer, and every session goes on from where it was.
    powerMonitor.on('shutdown', () => {
      this.#state = 'agreed'
    })
  }

  /** Whether a window that is closed now is closed for good. */
  get isClosing(): boolean {
    return this.#isAgreed || process.platform === 'darwin'
  }

  get #isAgreed(): boolean {
    return this.#state === 'agreed' || this.#state === 'done'
  }

  async #ask(): Promise<void> {
    if (this.#state === 'asking') return
    this.#state = 'asking'
    // Where nobody can be asked, the person's wish holds.
    const may = await this.#mayQuit().catch(() => true)
    this.#state = may ? 'agreed' : 'no'
    if (may) app.quit()
  }

  async #mayQuit(): Promise<boolean> {
    // Another process is the host: nothing stops when this one goes.
    const running = this.#link.isOwner ? await this.#countRunning() : 0
    if (running === 0) return true
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: running === 1 ? 'A session is at work.' : `${running} sessions are at work.`,
      detail:
        'Quit, and their runs stop where they are. Nothing is lost: each can go on from there when Orrery is opened again.',
      buttons: ['Quit', 'Cancel'],
      defaultId: STAY,
      cancelId: STAY,
    })
    return response === QUIT
  }

  /** A host that can't be asked runs nothing that could be lost. */
  async #countRunning(): Promise<number> {
    try {
      using channel = await this.#link.connect()
      const sessions = await connectClient(channel, contract)['sessions.list']({})
      const running = sessions.filter(({ isRunning, isPaused }) => isRunning && !isPaused)
      return running.filter(({ waitsUntil }) => waitsUntil === undefined).length
    } catch {
      return 0
    }
  }

  /** What was asked for is durable then, and no child is left. Runs of commands resume in those. */
  async #end(): Promise<void> {
    try {
      const { use } = this.#link
      if (use && use.holders.length > 0) await use.handOver(AbortSignal.timeout(HAND_OVER_MS))
      await this.#link[Symbol.asyncDispose]()
    } finally {
      this.#state = 'done'
      app.quit()
    }
  }
}
