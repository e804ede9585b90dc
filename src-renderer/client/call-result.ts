import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AnyEvent } from '#shared/events/index.ts'
import type { StoredText } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import type { HostClient } from './connection.ts'
import { useHost } from './host-context.tsx'
import { useSessionId, useSessionStore } from './session-context.tsx'
import { type Loaded, useStoredText } from './stored.ts'

export function isAnswered({ hasResult, takenBack }: CallItem): boolean {
  return hasResult === true || takenBack !== undefined
}

/** What a call was answered. Where the history has not come so far, the event that tells is asked for alone. */
export function useCallResult({ endSeq = 0, takenBack }: CallItem): Loaded {
  const client = useHost()
  const sessionId = useSessionId()
  const store = useSessionStore()
  const held = useSyncExternalStore(store.subscribe, () => resultOf(store.eventAt(endSeq), endSeq))
  const { data, isPending } = useQuery({
    queryKey: ['result', sessionId, endSeq],
    queryFn: ({ signal }) => askForResult(client, { sessionId, endSeq }, signal),
    enabled: held === undefined && takenBack === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const result = takenBack ?? held ?? data
  const { text, isPartial } = useStoredText(result)
  return { text, isPartial: isPartial || (result === undefined && isPending) }
}

function resultOf(event: AnyEvent | undefined, endSeq: number): StoredText | undefined {
  return event?.kind === 'tool.ended' && event.seq === endSeq ? event.data.result : undefined
}

interface Ending {
  readonly sessionId: SessionId
  readonly endSeq: number
}

async function askForResult(
  client: HostClient,
  { sessionId, endSeq }: Ending,
  signal: AbortSignal,
): Promise<StoredText> {
  const range = { sessionId, after: endSeq - 1, through: endSeq }
  for await (const page of client['sessions.history'](range, signal)) {
    const result = page.map((event) => resultOf(event, endSeq)).find((one) => one !== undefined)
    if (result !== undefined) return result
  }
  return ''
}
