import { useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useToasts } from '../../client/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './trust.module.css'
import { splitWords, type TrustRow } from './trust-rows.ts'
import { useTrusting } from './use-trusting.ts'

const CHANGED = 'It has changed since you saw it. Look at what it does now.'

export interface TrustRowProps {
  readonly row: TrustRow
  readonly projectId: ProjectId
}

/** What would be started, by which file, and whether it may be. */
export function TrustRowView({ row, projectId }: TrustRowProps) {
  const { hash, kind, name, file, words, isTrusted } = row
  const [seen, setSeen] = useState(hash)
  const client = useHost()
  const { tellUndoable } = useToasts()
  const trusting = useTrusting(projectId)
  const problem = trusting.error ?? (hash === seen || isTrusted ? undefined : CHANGED)
  const turn = async () => {
    const isTaken = await trusting.run?.(isTrusted ? 'withdraw' : 'grant', [hash])
    if (isTaken) setSeen(hash)
    if (isTaken && isTrusted) {
      tellUndoable(`“${showInvisible(name, 'name')}” is not trusted any more.`, () =>
        client['trust.grant']({ projectId, hashes: [hash] }),
      )
    }
  }
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.head}>
          <b>{showInvisible(name, 'name')}</b>
          <Chip>{kind}</Chip>
          <Chip tone={isTrusted ? 'plain' : 'warn'}>{isTrusted ? 'trusted' : 'not trusted'}</Chip>
        </p>
        <Words words={words} />
        <FileLink file={file} />
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <Button
        isSmall
        disabled={trusting.isRunning}
        aria-label={`${isTrusted ? 'Withdraw' : 'Trust'}: ${showInvisible(name, 'name')}`}
        onClick={() => void turn()}
      >
        {isTrusted ? 'Withdraw' : 'Trust'}
      </Button>
    </li>
  )
}

function Words({ words }: { readonly words: string }) {
  const { before, command, after } = splitWords(words)
  return (
    <p className={styles.words}>
      {before}
      {command !== undefined && <code>{command}</code>}
      {after}
    </p>
  )
}

/** Opens it as it is now, to be looked at. */
export function FileLink({ file }: { readonly file: string }) {
  const { openFile } = useNavigation()
  return (
    <button
      type="button"
      className={styles.file}
      title={`Open ${file} in the editor`}
      onClick={() => openFile(`/workspace/${file}`)}
    >
      {file}
    </button>
  )
}
