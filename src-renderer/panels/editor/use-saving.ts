import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Content } from '#shared/contract/files.ts'
import type { FileHost, SaveFailure } from '../../client/file-saver.ts'
import { useHost } from '../../client/host-context.tsx'
import type { SessionCommands } from '../../client/session-commands.ts'
import {
  useCommands,
  useDrafts,
  useFileSaver,
  useSessionId,
} from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { formatPath } from '../../ui/format.ts'
import { diskKey, type FileOnDisk } from './use-file-document.ts'

export interface Saving {
  readonly failure: SaveFailure | undefined
  save(): void
  /** Saves over the current content on disk. */
  overwrite(): void
  /** Drops the unsaved text in favor of the file on disk, with an undo. */
  discard(): void
}

/** Saves a file's draft if the file on disk is still the one that the draft was made from. */
export function useSaving(path: string): Saving {
  const commands = useCommands()
  const drafts = useDrafts()
  const saver = useFileSaver()
  const { tellUndoable } = useToasts()
  const host = useFileHost(commands)
  const failure = useSyncExternalStore(saver.subscribe, () => saver.failures().get(path))
  return {
    failure,
    save: () => void (host && saver.save(path, host)),
    overwrite: () => void (host && saver.overwrite(path, host)),
    discard: () => {
      const lost = drafts.state().get(path)
      drafts.discard(path)
      saver.setFailure(path, undefined)
      if (!lost) return
      tellUndoable(`Discarded your changes to ${formatPath(path)}.`, () => {
        drafts.restore(path, lost)
        saver.setFailure(path, failure)
      })
    },
  }
}

/** A save keeps the encoding of its file. */
function findEncoding(
  queries: QueryClient,
  sessionId: string,
  path: string,
): { readonly encoding?: string | undefined } {
  const known = queries.getQueriesData<FileOnDisk>({ queryKey: ['files', sessionId, path] })
  for (const [, file] of known) {
    if (file?.content.type === 'text') return { encoding: file.content.encoding }
  }
  return {}
}

function useFileHost(commands: SessionCommands | undefined): FileHost | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  const queries = useQueryClient()
  if (!commands) return undefined
  return {
    save: async (input) => (await commands.saveFile(input)).hash,
    read: (path) => client['files.read']({ sessionId, path }),
    publish: async (path, { text, hash }) => {
      const content: Content = { type: 'text', text, ...findEncoding(queries, sessionId, path) }
      const saved: FileOnDisk = { content, hash }
      // A read that started before the save would show the old text.
      await queries.cancelQueries({ queryKey: ['files', sessionId, path] })
      queries.setQueriesData({ queryKey: ['files', sessionId, path] }, saved)
      queries.setQueryData(diskKey(sessionId, path, hash), saved)
    },
  }
}
