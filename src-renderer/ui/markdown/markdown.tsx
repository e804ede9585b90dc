import { loadedLater } from '../loading/lazy-component.tsx'
import { Prose } from '../text/invisible-text.tsx'
import styles from './markdown.module.css'
import type { MarkdownProps } from './markdown-body.tsx'

const MarkdownBody = loadedLater(
  async () => (await import('./markdown-body.tsx')).MarkdownBody,
  ({ text }) => (
    <p dir="auto" className={styles.plain}>
      {text}
    </p>
  ),
)

/** Text as an agent writes it. Its renderer is loaded with the first of it. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <div className={styles.markdown}>
      <Prose>
        <MarkdownBody text={text} isStreaming={isStreaming} />
      </Prose>
    </div>
  )
}
