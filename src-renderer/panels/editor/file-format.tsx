import { nameLineEnds } from '#shared/review/line-ends.ts'
import styles from './editor-tabs.module.css'
import { useFileDocument } from './use-file-document.ts'

/** The encoding of the shown file, and its line ends unless those are the usual ones. */
export function FileFormat({ path }: { readonly path: string }) {
  const document = useFileDocument(path)
  if (document.type !== 'text') return null
  const { encoding = 'UTF-8', text } = document
  return (
    <span className={styles.format} title="Encoding and line ends">
      {[encoding, formatLineEnds(text)].filter(Boolean).join(' · ')}
    </span>
  )
}

function formatLineEnds(text: string): string | undefined {
  const ends = text.includes('\r') ? nameLineEnds(text) : undefined
  return ends === 'mixed' ? 'mixed line ends' : ends
}
