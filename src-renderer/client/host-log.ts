import { useEffect, useState, useSyncExternalStore } from 'react'
import { KEPT_LINES, type LogLine } from '#shared/contract/logs.ts'
import { AppError } from '#shared/error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Connection } from './connection.ts'
import { useConnection } from './host-context.tsx'

/** The last lines of the host's log, as far as this window has them. */
export class HostLog {
  readonly #changed = new Emitter<void>()
  #lines: readonly LogLine[] | undefined

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  /** Oldest first; `undefined` until the host has answered. */
  readonly lines = (): readonly LogLine[] | undefined => this.#lines

  /**
   * Keeps up with the host until the signal. After a time out of reach, its lines are fetched anew:
   * it may be another host.
   */
  async follow({ untilOpen, client }: Source, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await untilOpen(signal)
        this.#take([])
        for await (const page of client['logs.follow']({}, signal)) {
          this.#take([...(this.#lines ?? []), ...page].slice(-KEPT_LINES))
        }
        return
      } catch (error) {
        if (signal.aborted) return
        if (!AppError.is(error) || error.code !== 'unavailable') throw error
      }
    }
  }

  #take(lines: readonly LogLine[]): void {
    this.#lines = lines
    this.#changed.fire()
  }
}

type Source = Pick<Connection, 'client'> & {
  readonly untilOpen: (signal: AbortSignal) => Promise<void>
}

/** The host's log, for as long as it is looked at. */
export function useHostLog(): readonly LogLine[] | undefined {
  const connection = useConnection()
  const [log] = useState(() => new HostLog())
  useEffect(() => {
    const ended = new AbortController()
    const untilOpen = (signal: AbortSignal) => connection.untilOpen(signal)
    void log.follow({ client: connection.client, untilOpen }, ended.signal)
    return () => ended.abort()
  }, [connection, log])
  return useSyncExternalStore(log.subscribe, log.lines)
}
