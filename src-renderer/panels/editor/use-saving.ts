import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import type { Drafts } from '../../client/drafts.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommands, useSessionId } from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { formatPath } from '../../ui/format.ts'
import { diskKey, type FileOnDisk } from './use-file-document.ts'

/** Why a file could not be saved. */
export interface SaveFailure {
  readonly path: string
  readonly message: string
  readonly isConflict: boolean
}

export interface Saving {
  readonly failure: SaveFailure | undefined
  save(path: string): void
  /** Saves over what is on disk now. */
  overwrite(path: string): void
  /** Gives the unsaved text up for what is on disk, and offers it back. */
  discard(path: string): void
}

/** Saves drafts: only where the file on disk is what the draft was made from. */
export function useSaving(drafts: Drafts): Saving {
  const commands = useCommands()
  const client = useHost()
  const sessionId = useSessionId()
  const queries = useQueryClient()
  const { tellUndoable } = useToasts()
  const [failure, setFailure] = useState<SaveFailure | undefined>(undefined)
  const write = async (path: string, base?: Hash) => {
    const draft = drafts.state().get(path)
    if (!draft || !commands) return
    const { text } = draft
    const { hash } = await commands.saveFile({ path, text, base: base ?? draft.base })
    drafts.rebase(path, hash)
    await keep(path, hash, { type: 'text', text })
    drafts.discard(path, text)
    setFailure(undefined)
  }
  // It is there before the draft goes, also once the log tells of it: nobody types into what was before.
  const keep = async (path: string, hash: Hash, content: FileOnDisk['content']) => {
    const saved: FileOnDisk = { content, hash }
    // What was read before it was saved is over.
    await queries.cancelQueries({ queryKey: ['files', sessionId, path] })
    queries.setQueriesData({ queryKey: ['files', sessionId, path] }, saved)
    queries.setQueryData(diskKey(sessionId, path, hash), saved)
  }
  const attempt = (path: string, act: () => Promise<void>) => {
    act().catch((error: unknown) => setFailure(toFailure(path, error)))
  }
  const overwrite = async (path: string) => {
    const { hash } = await client['files.read']({ sessionId, path })
    if (!hash) throw new AppError('limit', 'It has become too large to be written over.')
    await write(path, hash)
  }
  return {
    failure,
    save: (path) => attempt(path, () => write(path)),
    overwrite: (path) => attempt(path, () => overwrite(path)),
    discard: (path) => {
      const lost = drafts.state().get(path)
      drafts.discard(path)
      setFailure(undefined)
      if (!lost) return
      tellUndoable(`Discarded your changes to ${formatPath(path)}.`, () => {
        drafts.restore(path, lost)
        setFailure(failure)
      })
    },
  }
}

function toFailure(path: string, error: unknown): SaveFailure {
  const isConflict = AppError.is(error) && error.code === 'conflict'
  const message = error instanceof Error ? error.message : 'The file could not be saved.'
  return { path, message, isConflict }
}
