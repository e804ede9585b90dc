import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Content } from '#shared/contract/procedures/files.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { type CallOutput, hostQueryKey } from '../../../queries/host-query.ts'
import type { FileHost, SaveFailure } from '../../../session/drafts/file-saver.ts'
import type { SessionCommands } from '../../../session/session-commands.ts'
import {
  useCommands,
  useDrafts,
  useFileSaver,
  useSessionId,
} from '../../../session/session-context.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { formatPath } from '../../../ui/text/format.ts'
import styles from './save-notice.module.css'

interface Saving {
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

type FileOnDisk = CallOutput<'files.read'>

/** A save keeps the encoding of its file. */
function findEncoding(
  queries: QueryClient,
  sessionId: SessionId,
  path: string,
): { readonly encoding?: string | undefined } {
  const queryKey = hostQueryKey('files.read', { sessionId, path })
  const known = queries.getQueriesData<FileOnDisk>({ queryKey })
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
      const input = { sessionId, path }
      const queryKey = hostQueryKey('files.read', input)
      // A read that started before the save would show the old text.
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData({ queryKey }, saved)
      queries.setQueryData(hostQueryKey('files.read', input, hash), saved)
    },
  }
}

/** Shows why a file wasn't saved, with buttons to resolve it. */
export function SaveNotice({
  failure,
  saving,
}: {
  readonly failure: SaveFailure
  readonly saving: Saving
}) {
  const { message, isConflict } = failure
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.words}>
        {isConflict ? 'This file changed on disk while you were editing.' : message}
      </span>
      {isConflict ? (
        <>
          <Button isSmall onClick={() => saving.discard()}>
            Load from disk
          </Button>
          <Button isSmall onClick={() => saving.overwrite()}>
            Overwrite
          </Button>
        </>
      ) : (
        <Button isSmall onClick={() => saving.save()}>
          Save again
        </Button>
      )}
    </div>
  )
}
