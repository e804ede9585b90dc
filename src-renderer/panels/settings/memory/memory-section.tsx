import { keepPreviousData } from '@tanstack/react-query'
import { FileWarning, NotebookPen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ContextPart, ContextPreview, Memory } from '#shared/contract/procedures/context.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { type CommandState, useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { formatAgo, formatPath, formatTokens } from '../../../ui/text/format.ts'
import shared from '../controls/settings.module.css'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import styles from './memory.module.css'
import { MemoryEditor, NewMemory, type WhichMemory } from './memory-editor.tsx'

/** No memory is called that. */
const NEW = ''

/** What agents keep of the project, to be read and edited; and what else they are told here. */
export function MemorySection({ projectId, projectName = '', sessionId }: SettingsPlace) {
  const [opened, open] = useState<string>()
  if (!projectId || !sessionId) {
    return <Empty>Agents keep memories of a project. Open one of its sessions to see them.</Empty>
  }
  const close = () => open(undefined)
  if (opened === NEW) return <NewMemory projectId={projectId} onDone={close} />
  if (opened !== undefined) {
    return <MemoryEditor key={opened} projectId={projectId} name={opened} onDone={close} />
  }
  return (
    <>
      <MemoryList
        projectId={projectId}
        projectName={projectName}
        sessionId={sessionId}
        onOpen={open}
        onBegin={() => open(NEW)}
      />
      <InstructionFiles sessionId={sessionId} />
    </>
  )
}

interface MemoryListProps {
  readonly projectId: ProjectId
  readonly projectName: string
  readonly sessionId: SessionId
  readonly onOpen: (name: string) => void
  /** Begins a new one. */
  readonly onBegin: () => void
}

/** What agents keep of a project, the latest first. */
function MemoryList(props: MemoryListProps) {
  const { projectId, projectName, sessionId, onOpen, onBegin } = props
  const { data: memories, error, isLoading } = useHostQuery('memories.list', { projectId })
  const { data: preview } = useLeadPreview(sessionId)
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

/** The files in which people tell agents how to work here, as they are read; none is written here. */
function InstructionFiles({ sessionId }: { readonly sessionId: SessionId }) {
  const { data, error, isLoading } = useLeadPreview(sessionId)
  const { openNextPrompt } = useNavigation()
  const parts = data?.parts.filter(isOfFile) ?? []
  return (
    <>
      <div className={shared.partHead}>
        <h4 className={shared.part}>Instructions and rules</h4>
        <Button isSmall onClick={openNextPrompt}>
          Show the next prompt
        </Button>
      </div>
      <p className={shared.hint}>
        <code>AGENTS.md</code> and <code>CLAUDE.md</code> of your home folder, the repository and
        the project, with the files they import, then <code>.orrery/rules/</code>. They are read
        when a run starts. Later ones take precedence.
      </p>
      {isLoading && <Loading label="Loading the instructions" rows={2} />}
      {error && <Failure>What is read could not be listed. {error.message}</Failure>}
      {data && parts.length === 0 && <p className={shared.hint}>None of them is there.</p>}
      <ul className={shared.rows} aria-label="Instructions and rules">
        {parts.map((part) => (
          <FileRow key={part.source} part={part} />
        ))}
      </ul>
    </>
  )
}

/** What is said about instructions in general is from no file. */
function isOfFile({ kind, source }: ContextPart): boolean {
  return (kind === 'instructions' || kind === 'rule') && source !== undefined
}

function FileRow({ part }: { readonly part: ContextPart }) {
  const { source = '', tokens, notes, error } = part
  const homeDir = useHostQuery('host.describe', {}).data?.homeDir
  const isLost = error !== undefined
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <code title={source}>{formatPath(source, homeDir)}</code>
        {isLost && (
          <small className={shared.lost}>
            <FileWarning className={shared.warn} aria-hidden="true" />
            Left out: {error}
          </small>
        )}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
      {!isLost && <span className={shared.number}>{tellTokens(tokens)}</span>}
    </li>
  )
}

/** How many tokens of a memory the next prompt has where that is not all of it; `undefined`: all. */
export function findTold(
  { parts }: Pick<ContextPreview, 'parts'>,
  { name, tokens }: Pick<Memory, 'name' | 'tokens'>,
): number | undefined {
  const told = parts.filter(({ kind, source }) => kind === 'memory' && source !== undefined)
  const part = told.find(({ title }) => title === name)
  if (part) return part.notes.length > 0 ? part.tokens : undefined
  // With words around it no memory is told as nothing; an empty one is not told at all.
  return tokens > 0 ? 0 : undefined
}

/** `135k tokens, 2.7k told`. */
export function tellMemory(tokens: number, told: number | undefined): string {
  const whole = tellTokens(tokens)
  if (told === undefined) return whole
  return told === 0 ? `${whole}, only named` : `${whole}, ${formatTokens(told)} told`
}

/** `1 token`, `2.7k tokens`. */
function tellTokens(tokens: number): string {
  return `${formatTokens(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`
}

/** What the lead's next prompt contains, with the last session's until it is known. */
function useLeadPreview(sessionId: SessionId) {
  const input = { sessionId, agent: 'lead' }
  return useHostQuery('context.preview', input, { placeholderData: keepPreviousData })
}
