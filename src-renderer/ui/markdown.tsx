import { lazy, Suspense } from 'react'
import styles from './markdown.module.css'

export interface MarkdownProps {
  readonly text: string
  /** More of it is coming: an unfinished end is drawn as what it will be. */
  readonly isStreaming?: boolean
}

const MarkdownBody = lazy(async () => ({
  default: (await import('./markdown-body.tsx')).MarkdownBody,
}))

/** Text as an agent writes it. Its renderer is loaded with the first of it. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <div className={styles.markdown}>
      <Suspense fallback={<p className={styles.plain}>{text}</p>}>
        <MarkdownBody text={text} isStreaming={isStreaming} />
      </Suspense>
    </div>
  )
}
