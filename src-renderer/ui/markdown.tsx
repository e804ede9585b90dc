import { lazy, Suspense } from 'react'
import styles from './markdown.module.css'
import type { MarkdownProps } from './markdown-body.tsx'

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
