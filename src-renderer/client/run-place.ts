import { SessionId } from '#shared/ids.ts'

/** A run of a session, by its number from 1. */
export interface RunPlace {
  readonly sessionId: SessionId
  readonly run: number
}

/** As it is written in addresses and in the shell: `ses_….2`. */
export function formatRunPlace({ sessionId, run }: RunPlace): string {
  return `${sessionId}.${run}`
}

export function parseRunPlace(text: string): RunPlace | undefined {
  const [, id, number] = /^(.+)\.([1-9]\d*)$/.exec(text) ?? []
  const sessionId = SessionId.safeParse(id)
  return sessionId.success ? { sessionId: sessionId.data, run: Number(number) } : undefined
}
