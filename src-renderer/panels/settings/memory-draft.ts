import { useState } from 'react'
import { z } from 'zod'
import { Hash } from '#shared/ids.ts'
import type { WhichMemory } from '../../client/prompt-documents.ts'
import { storeIfItFits } from '../../client/store-if-it-fits.ts'

const Draft = z.object({
  text: z.string(),
  /** Of the text it was begun with. */
  base: Hash,
})
type Draft = z.infer<typeof Draft>

/** An edit of a memory that is not saved yet. Kept in this window while the settings are closed. */
export interface MemoryDraft {
  /** Absent: nothing is edited. */
  readonly draft: Draft | undefined
  write(draft: Draft): void
  discard(): void
}

export function useMemoryDraft({ projectId, name }: WhichMemory): MemoryDraft {
  const key = `orrery.memory.${projectId}.${name}`
  const [draft, setDraft] = useState(() => readKept(key))
  return {
    draft,
    write: (next) => {
      setDraft(next)
      storeIfItFits(sessionStorage, key, JSON.stringify(next))
    },
    discard: () => {
      setDraft(undefined)
      sessionStorage.removeItem(key)
    },
  }
}

function readKept(key: string): Draft | undefined {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}
