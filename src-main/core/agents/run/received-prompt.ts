import type { NewAttachment } from '#shared/contract/procedures/sessions.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { RunsOptions } from './runs-options.ts'

/** A prompt, with what was pasted into it and the files it names. */
export interface SaidByPerson {
  readonly text: string
  readonly attachments?: readonly NewAttachment[]
  readonly files?: readonly string[]
}

/** What a person says, as it is logged: without known secrets, long or binary content by reference. */
export function toReceived(
  { providers, store: { blobs } }: Pick<RunsOptions, 'providers' | 'store'>,
  sessionId: SessionId,
  { text, attachments = [], files = [], isQueued }: SaidByPerson & { readonly isQueued: boolean },
): EventFor<'input.received'>['data'] {
  return {
    text: blobs.storeText(sessionId, providers.secrets.redact(text)),
    attachments: attachments.map(({ name, mimeType, base64 }) => {
      const bytes = Buffer.from(base64, 'base64')
      const content = { ref: blobs.put(sessionId, bytes), bytes: bytes.byteLength }
      return { name, mimeType, content }
    }),
    files: [...files],
    isQueued,
  }
}

const MAX_CHARS = 60

/** A session's title by its first prompt: the first line, cut between two words. */
export function titleOf(prompt: string): string {
  const line = (prompt.trim().split('\n', 1)[0] ?? '').replaceAll(/\s+/g, ' ')
  if (line.length <= MAX_CHARS) return line
  const cut = takeStart(line, MAX_CHARS)
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_CHARS / 2 ? cut.slice(0, space) : cut}…`
}
