import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './copy-text.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CopyTextProps {
  readonly label: string
  /** It is said already by what stands above. */
  readonly isLabelHidden?: boolean
  readonly text: string
  /** Its beginning only; the rest is still to come. */
  readonly isPartial?: boolean
}

/** Text as it is, with a button that copies it. */
export function CopyText({ label, isLabelHidden, text, isPartial }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <figure className={styles.figure}>
      <figcaption>{isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}</figcaption>
      <div className={styles.text}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <pre tabIndex={0}>
          {text}
          {isPartial && '…'}
        </pre>
        <IconButton
          label={isCopied ? 'Copied' : `Copy ${label.toLowerCase()}`}
          className={styles.copy}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      </div>
    </figure>
  )
}
