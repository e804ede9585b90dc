import { Paperclip } from 'lucide-react'
import type { Attachment } from '#shared/events/input.ts'
import type { InputItem } from '#shared/projections/transcript.ts'
import { useContent } from '../../client/documents.ts'
import { useSelection } from '../../client/session-context.tsx'
import { useStoredText } from '../../client/stored.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatPath } from '../../ui/format.ts'
import styles from './input-row.module.css'

/** What a person said. */
export function InputRow({ item }: { readonly item: InputItem }) {
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
        <p>{text}</p>
        {item.files.length > 0 && <Files paths={item.files} />}
      </div>
      {item.isQueued && <span className={styles.queued}>waits for the next step</span>}
    </div>
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
