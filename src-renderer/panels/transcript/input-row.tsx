import { ClipboardCheck, Mail, Paperclip } from 'lucide-react'
import type { Attachment } from '#shared/events/input.ts'
import type { Party } from '#shared/events/message.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { InputItem } from '#shared/projections/transcript-items.ts'
import { useHue } from '../../client/agent-hues.ts'
import { useContent } from '../../client/documents.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useStoredText } from '../../client/stored.ts'
import { useIsRunning } from '../../client/use-is-running.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatPath } from '../../ui/format.ts'
import { Prose } from '../../ui/invisible-text.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { AgentName } from './agent-name.tsx'
import styles from './input-row.module.css'

/** What a person said, or another agent. */
export function InputRow({ item }: { readonly item: InputItem }) {
  return item.from ? <MessageRow item={item} from={item.from} /> : <PromptRow item={item} />
}

interface MessageRowProps {
  readonly item: InputItem
  readonly from: Party
}

/** From an agent: what it says of itself, or the report of what it did in the background. */
function MessageRow({ item, from }: MessageRowProps) {
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
