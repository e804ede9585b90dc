import { NotebookPen, Trash2 } from 'lucide-react'
import type { Memory } from '#shared/contract/memories.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useContextPreview, useMemories, type WhichMemory } from '../../client/prompt-documents.ts'
import { useToasts } from '../../client/toasts.ts'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { formatAgo } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import styles from './memory.module.css'
import { findTold, tellMemory } from './memory-words.ts'
import shared from './settings.module.css'

export interface MemoryListProps {
  readonly projectId: ProjectId
  readonly projectName: string
  readonly sessionId: SessionId
  readonly onOpen: (name: string) => void
  /** Begins a new one. */
  readonly onBegin: () => void
}

/** What agents keep of a project, the latest first. */
export function MemoryList(props: MemoryListProps) {
  const { projectId, projectName, sessionId, onOpen, onBegin } = props
  const { data: memories, error, isLoading } = useMemories(projectId)
  const { data: preview } = useContextPreview({ sessionId, agent: 'lead' })
  return (
    <>
      <div className={styles.intro}>
        <p className={shared.hint}>
          What agents keep of {projectName} from one session to the next. Every run is told it at
          its start, the latest first.
        </p>
        <Button isSmall onClick={onBegin}>
          New memory
        </Button>
      </div>
      {isLoading && <Loading label="Loading the memories" rows={3} />}
      {error && <Failure>The memories could not be listed. {error.message}</Failure>}
      {memories?.length === 0 && (
        <Empty icon={<NotebookPen aria-hidden="true" />}>
          Nothing is kept yet. Agents write down here what later sessions should know, and so can
          you.
        </Empty>
      )}
      <ul className={shared.rows} aria-label="Memories">
        {memories?.map((memory) => (
          <MemoryRow
            key={memory.name}
            memory={memory}
            told={preview && findTold(preview, memory)}
            projectId={projectId}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  )
}

type MemoryRowProps = Pick<MemoryListProps, 'projectId' | 'onOpen'> & {
  readonly memory: Memory
  /** How many of its tokens the next run is told, where that is known and not all. */
  readonly told: number | undefined
}

function MemoryRow({ memory, told, projectId, onOpen }: MemoryRowProps) {
  const { name, tokens, modifiedAt } = memory
  const remove = useDeleting({ projectId, name })
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={() => onOpen(name)}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.tokens}>{tellMemory(tokens, told)}</span>
        <span className={styles.ago}>{formatAgo(modifiedAt, Date.now())}</span>
      </button>
      <IconButton
        label={`Delete ${name}`}
        disabled={remove.isRunning}
        onClick={() => void remove.run?.()}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      {remove.error && <p role="alert">{remove.error}</p>}
    </li>
  )
}

/** Deletes it, and offers to take that back: what was in it is read before. */
function useDeleting(which: WhichMemory): CommandState<[]> {
  const client = useHost()
  const { tellUndoable } = useToasts()
  return useCommand(async () => {
    const { text } = await client['memories.read'](which)
    await client['memories.remove'](which)
    tellUndoable(`Deleted “${which.name}”.`, () =>
      client['memories.write']({ ...which, text, base: null }),
    )
  })
}
