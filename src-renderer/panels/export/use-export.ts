import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplayChoice, ReplayFacts } from '#shared/contract/exchange.ts'
import { replayFileName } from '#shared/contract/replay-words.ts'
import { AppError } from '#shared/error.ts'
import type { HostClient } from '../../client/connection.ts'
import { useHost } from '../../client/host-context.tsx'
import { saveText } from '../../client/save-text.ts'
import { useSessionId } from '../../client/session-context.tsx'

export interface Choice {
  /** From 1; absent: the whole session. */
  readonly run: number | undefined
  readonly files: 'all' | 'changed'
}

function toAsked(sessionId: ReplayChoice['sessionId'], { run, files }: Choice): ReplayChoice {
  return { sessionId, files, ...(run !== undefined && { run }) }
}

/** What the file would be; looked through anew each time, for sessions go on. */
export function usePreview(choice: Choice): UseQueryResult<ReplayFacts> {
  const client = useHost()
  const sessionId = useSessionId()
  return useQuery({
    queryKey: ['exchange', sessionId, choice],
    queryFn: ({ signal }) => client['exchange.previewReplay'](toAsked(sessionId, choice), signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export interface Exporting {
  readonly state:
    | { readonly type: 'idle' }
    | { readonly type: 'writing'; readonly bytes: number }
    | { readonly type: 'done'; readonly name: string; readonly bytes: number }
    | { readonly type: 'failed'; readonly message: string }
  start(choice: Choice): void
  cancel(): void
}

/** Takes the file from the host piece by piece, and has it saved as a download. */
export function useExporting(): Exporting {
  const client = useHost()
  const sessionId = useSessionId()
  const [state, setState] = useState<Exporting['state']>({ type: 'idle' })
  const [abort, setAbort] = useState<AbortController>()
  const start = async (choice: Choice) => {
    const began = new AbortController()
    setAbort(began)
    setState({ type: 'writing', bytes: 0 })
    try {
      const asked = toAsked(sessionId, choice)
      const onBytes = (bytes: number) => setState({ type: 'writing', bytes })
      const { parts, facts } = await receive(client, { asked, onBytes, signal: began.signal })
      const name = replayFileName(facts.title, facts.run)
      saveText(name, parts, 'text/html')
      setState({ type: 'done', name, bytes: facts.bytes })
    } catch (error) {
      if (began.signal.aborted) return
      setState({ type: 'failed', message: AppError.toWire(error).message })
    }
  }
  return { state, start: (choice) => void start(choice), cancel: () => abort?.abort() }
}

interface Receiving {
  readonly asked: ReplayChoice
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

async function receive(
  client: HostClient,
  { asked, onBytes, signal }: Receiving,
): Promise<{ readonly parts: string[]; readonly facts: ReplayFacts }> {
  const parts: string[] = []
  let bytes = 0
  for await (const piece of client['exchange.replay'](asked, signal)) {
    if (piece.type === 'facts') return { parts, facts: piece.facts }
    parts.push(piece.text)
    // All but a little of it is one byte a letter.
    bytes += piece.text.length
    onBytes(bytes)
  }
  throw new AppError('unavailable', 'The file has not come to its end. Try again.')
}
