import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Hash } from '#shared/ids.ts'
import { useBlobText } from '../../client/documents.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './inspector-panel.module.css'
import { parseMessage, type ShownMessage } from './stored-message.ts'

/** Longer messages are folded until they are asked for. */
const SHORT = 240

/** One message of a request: role and beginning, opened to all of it. */
export function MessageItem({ hash }: { readonly hash: Hash }) {
  const { text, isLoading, error, notText } = useBlobText(hash)
  if (isLoading) return <li className={styles.quiet}>Loading a message</li>
  if (text === undefined) {
    return (
      <li className={styles.quiet}>
        {error ? error.message : notText === 'too-large' ? 'Too large to be shown.' : 'Not text.'}
      </li>
    )
  }
  const message = parseMessage(text) ?? { role: 'other', text, calls: [] }
  return <Message message={message} />
}

function Message({ message }: { readonly message: ShownMessage }) {
  const { role, name, text, calls } = message
  const [isOpen, setOpen] = useState(text.length <= SHORT)
  return (
    <li className={styles.message}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight aria-hidden="true" />
        <b>{name ? `${role} · ${name}` : role}</b>
        <span>{isOpen ? '' : beginningOf(message)}</span>
        <small>{formatNumber(text.length, 'character')}</small>
      </button>
      {isOpen && text !== '' && <CopyText label="Text" isLabelHidden text={text} />}
      {isOpen &&
        calls.map((call) => (
          <CopyText key={call.name + call.args} label={`Call of ${call.name}`} text={call.args} />
        ))}
    </li>
  )
}

function beginningOf({ text, calls }: ShownMessage): string {
  return text.slice(0, 200).trim() || calls.map(({ name }) => name).join(', ')
}
