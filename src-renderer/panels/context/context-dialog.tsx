import { useState } from 'react'
import type { AgentDefinition, AgentList } from '#shared/contract/procedures/agents.ts'
import type { ContextPart, ContextPreview } from '#shared/contract/procedures/context.ts'
import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import type { CompactionAnswer, SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { ModelName } from '#shared/settings/settings.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { preselectModel } from '../../queries/models.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Meter } from '../../ui/buttons/meter.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatNumber, formatTokens } from '../../ui/text/format.ts'
import styles from './context.module.css'
import { PartRow } from './part-row.tsx'

/** What the next prompt of a session is made of: each part with its tokens and its text. */
export function ContextDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: SessionId
  readonly onClose: () => void
}) {
  const [agent, setAgent] = useState('lead')
  const session = useHostQuery('sessions.list', {}).data?.find(({ id }) => id === sessionId)
  const { data: agents } = useHostQuery('agents.list', { projectId: session?.projectId })
  const { data, error, isLoading } = useHostQuery(
    'context.preview',
    { sessionId, agent },
    {
      revision: session && stateOf(session),
      placeholderData: (before) => (before?.agent === agent ? before : undefined),
    },
  )
  const type = agents?.definitions.find(({ name }) => name === agent)
  return (
    <Dialog title="The next prompt" isOpen isLarge onClose={onClose}>
      <div className={styles.context}>
        <div className={styles.head}>
          <AgentChooser agent={agent} list={agents} onChoose={setAgent} />
          {data && <ContextTotal preview={data} session={session} type={type} />}
          {agent === 'lead' && <CompactButton sessionId={sessionId} />}
        </div>
        <div className={styles.parts}>
          {isLoading && <Loading label="Loading the parts" rows={6} />}
          {error && <Failure>What it is made of could not be told. {error.message}</Failure>}
          {data && !error && <PartList preview={data} sessionId={sessionId} />}
        </div>
      </div>
    </Dialog>
  )
}

/** Runs leave more to be told, and a model may be told something of its own. */
function stateOf({ runs, isRunning, model }: SessionSummary): string {
  return `${runs} ${isRunning} ${model?.provider}:${model?.model}`
}

/** Compacts the lead's conversation and shows the result. */
function CompactButton({ sessionId }: { readonly sessionId: SessionId }) {
  const client = useHost()
  const [answer, setAnswer] = useState<CompactionAnswer>()
  const compact = useCommand(async () => {
    setAnswer(undefined)
    setAnswer(await client['sessions.compact']({ sessionId }))
  })
  return (
    <div className={styles.compact}>
      <Button isSmall disabled={compact.isRunning} onClick={() => void compact.run?.()}>
        {compact.isRunning ? 'Compacting…' : 'Compact now'}
      </Button>
      <p role="status" data-failed={compact.error !== undefined || undefined}>
        {compact.error ?? (answer && describe(answer))}
      </p>
    </div>
  )
}

function describe(answer: CompactionAnswer): string {
  if (answer.when === 'next-call') return 'Will be compacted before the next model call.'
  return `${formatNumber(answer.droppedMessages, 'message')} became a summary.`
}

interface AgentChooserProps {
  readonly agent: string
  /** Absent while it is loaded. */
  readonly list: AgentList | undefined
  readonly onChoose: (agent: string) => void
}

/** Whose prompt it is: the lead's, or that of a subagent type it can delegate to. */
function AgentChooser({ agent, list, onChoose }: AgentChooserProps) {
  return (
    <label className={styles.chooser}>
      <span>Agent</span>
      <select value={agent} onChange={({ target }) => onChoose(target.value)}>
        <option value="lead">lead</option>
        {list && (
          <optgroup label="Subagent types">
            {typesOn(list).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  )
}

function typesOn({ delegation, definitions }: AgentList): readonly string[] {
  if (!delegation.isOnEverywhere || !delegation.isOnHere) return []
  return definitions.filter(({ isOn }) => isOn).map(({ name }) => name)
}

/** The parts in the order in which the model is told them. */
function PartList({
  preview,
  sessionId,
}: {
  readonly preview: ContextPreview
  readonly sessionId: SessionId
}) {
  const { agent, parts, tokens } = preview
  const pinned = new Set(parts.flatMap(({ messageId }) => messageId ?? []))
  const keyed = parts.map((part, index) => ({ part, key: `${agent} ${keyOf(part, index)}` }))
  return (
    <>
      <ol className={styles.list} aria-label="Parts of the next prompt">
        {keyed.map(({ key, part }) => (
          <PartRow key={key} part={part} whole={tokens} place={{ sessionId }} pinned={pinned} />
        ))}
      </ol>
      <p className={styles.rest}>{tellRest(parts)}</p>
    </>
  )
}

/** By its place, for titles may repeat; those that others come in front of by what they are. */
function keyOf({ kind, title, messageId }: ContextPart, index: number): string {
  if (messageId !== undefined) return messageId
  return kind === 'conversation' ? kind : `${index} ${title}`
}

function tellRest(parts: readonly ContextPart[]): string {
  const hasTools = parts.some(({ kind }) => kind === 'tools')
  return hasTools
    ? 'What you write comes on top.'
    : 'The tools it is offered, and what it is asked, come on top.'
}

interface ContextTotalProps {
  readonly preview: ContextPreview
  readonly session: SessionSummary | undefined
  /** Whose prompt it is; absent: the lead's. */
  readonly type: AgentDefinition | undefined
}

/** All parts together, against what the model takes in where that is known. */
function ContextTotal({ preview, session, type }: ContextTotalProps) {
  const { tokens, parts } = preview
  const { data: providers = [] } = useHostQuery('models.list', {})
  const preferred = useHostQuery('settings.read', {}).data?.model
  const model = findAskedModel({ session: session?.model, type: type?.model, preferred, providers })
  const size = model?.contextTokens
  return (
    <div className={styles.total}>
      <p>
        <b>{formatTokens(tokens)} tokens</b> at most{size && `, ${toShare(tokens / size)}`}
        {model && (
          <span>
            {size
              ? ` of the ${formatTokens(size)} that ${model.label} takes in`
              : `. How much ${model.label} takes in is not known`}
          </span>
        )}
        . {size && tokens > size && tellTooMuch(parts)}
      </p>
      {size && <Meter share={tokens / size} />}
    </div>
  )
}

function tellTooMuch(parts: ContextPreview['parts']): string {
  return parts.some(({ kind }) => kind === 'conversation')
    ? 'The conversation so far will be summed up first.'
    : 'Choose a model that takes in more, or shorten what it is told.'
}

function toShare(share: number): string {
  return share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`
}

interface AskedModelOptions {
  /** The session's own; absent: none is chosen yet. */
  readonly session: ModelRef | undefined
  /** As a subagent type has it: `inherit`, a size, or `provider:model`; absent: the lead's. */
  readonly type: string | undefined
  /** What the person has new sessions begin with. */
  readonly preferred: ModelName | undefined
  readonly providers: readonly Provider[]
}

/** The model that will be told it. `undefined`: it is not known here, as with a size. */
export function findAskedModel(options: AskedModelOptions): Model | undefined {
  const { session, type = 'inherit', preferred, providers } = options
  const own = session && `${session.provider}:${session.model}`
  const name = type === 'inherit' ? (own ?? preferred ?? preselectModel(providers)) : type
  return providers.flatMap(({ models }) => models).find((model) => model.name === name)
}
