import { ClipboardCheck, Mail, Paperclip } from 'lucide-react'
import type { Attachment, Party } from '#shared/events/message.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { InputItem } from '#shared/projections/transcript-items.ts'
import { useHue } from '../../../session/agents/agent-colors.ts'
import { useSelection, useSessionView } from '../../../session/session-context.tsx'
import { useContent, useStoredText } from '../../../session/session-queries.ts'
import { useIsRunning, useProjection } from '../../../session/use-projection.ts'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { formatPath } from '../../../ui/text/format.ts'
import { Prose } from '../../../ui/text/invisible-text.tsx'
import styles from './input-row.module.css'

/** What a person said, or another agent. */
export function InputRow({ item }: { readonly item: InputItem }) {
  return item.from ? <MessageRow item={item} from={item.from} /> : <PromptRow item={item} />
}

/** From an agent: what it says of itself, or the report of what it did in the background. */
function MessageRow({ item, from }: { readonly item: InputItem; readonly from: Party }) {
  const { text } = useStoredText(item.text)
  const hue = useHue(from.agentId)
  const lane = useProjection(
    useSessionView(),
    'timeline',
    (state: TimelineState) => state.lanes[from.agentId],
  )
  const isReport = lane?.isBackground
  const Icon = isReport ? ClipboardCheck : Mail
  return (
    <div className={styles.message} style={{ '--hue': hue }}>
      <div className={styles.from}>
        <Icon size={13} aria-hidden="true" />
        {isReport ? 'Report of' : 'Message from'} <AgentName agent={from} />
        {isReport && <span className={styles.about}>{lane.description}</span>}
        {item.isQueued && <Queued />}
      </div>
      <Markdown text={text} />
    </div>
  )
}

function PromptRow({ item }: { readonly item: InputItem }) {
  const { text } = useStoredText(item.text)
  return (
    <div className={styles.input}>
      <div className={styles.bubble}>
        {item.attachments.length > 0 && (
          <div className={styles.attachments}>
            {item.attachments.map((attachment) => (
              <Attached key={attachment.content.ref} attachment={attachment} />
            ))}
          </div>
        )}
        <Prose>
          <p dir="auto">{text}</p>
        </Prose>
        {item.files.length > 0 && <Files paths={item.files} />}
      </div>
      {item.isQueued && <Queued />}
    </div>
  )
}

/** Nothing reaches an agent that is not at work. */
function Queued() {
  const isRunning = useIsRunning(useSessionView())
  return (
    <span className={styles.queued}>
      {isRunning ? 'waits for the next step' : 'is heard when you go on'}
    </span>
  )
}

function Attached({ attachment }: { readonly attachment: Attachment }) {
  const { name, mimeType, content } = attachment
  const { data } = useContent(content.ref)
  if (mimeType.startsWith('image/') && data?.type === 'binary') {
    return <img src={`data:${mimeType};base64,${data.base64}`} alt={name} />
  }
  return (
    <Chip>
      <Paperclip size={12} aria-hidden="true" /> {name}
    </Chip>
  )
}

function Files({ paths }: { readonly paths: readonly string[] }) {
  const { select } = useSelection()
  return (
    <div className={styles.files}>
      {paths.map((path) => (
        <button key={path} type="button" title={path} onClick={() => select({ path })}>
          @{formatPath(path)}
        </button>
      ))}
    </div>
  )
}

const selectLead = (state: TranscriptState) => state.leadId

/** What others call an agent, in its hue; it opens the agent's own transcript. */
function AgentName({ agent: { agentId, name } }: { readonly agent: Party }) {
  const { select } = useSelection()
  const leadId = useProjection(useSessionView(), 'transcript', selectLead)
  return (
    <button
      type="button"
      className={styles.name}
      style={{ '--hue': useHue(agentId) }}
      title={`Open the transcript of ${name}`}
      onClick={() => select({ agentId: agentId === leadId ? undefined : agentId })}
    >
      {name}
    </button>
  )
}
