import { Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { FolderCondition } from '#shared/contract/files.ts'
import { useSessions } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useKeptState } from '../../client/kept-state.ts'
import { useSessionId } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './folder-notices.module.css'
import { MANY_FILES } from './many-files.ts'
import type { Conditions } from './use-conditions.ts'

const Dismissed = z.object({ notices: z.array(z.string()).default([]) })

export interface FolderNoticesProps extends Conditions {
  readonly fileCount: number
}

/** What the project's folder lacks, or has too much of: what that means, and what to do. */
export function FolderNotices({ conditions, fileCount, lookAgain }: FolderNoticesProps) {
  const sessionId = useSessionId()
  const project = useSessions().data?.find(({ id }) => id === sessionId)?.projectId
  const [{ notices }, change] = useKeptState('orrery.folder-notices', Dismissed)
  const shown = [...conditions, ...(fileCount >= MANY_FILES ? [hugeOf(fileCount)] : [])]
  const idOf = (type: string) => `${project} ${type}`
  return (
    <ul className={styles.notices} aria-label="About this folder">
      {shown
        .filter(({ type }) => !notices.includes(idOf(type)))
        .map(({ type, sentence }) => (
          <Notice
            key={type}
            sentence={sentence}
            onDismiss={() => change({ notices: [...notices, idOf(type)] })}
          >
            {type === 'no-repository' && <BeginRepository onDone={lookAgain} />}
            {type !== 'huge' && type !== 'no-repository' && (
              <Button isSmall onClick={lookAgain}>
                Look again
              </Button>
            )}
          </Notice>
        ))}
    </ul>
  )
}

interface Shown {
  readonly type: FolderCondition['type'] | 'huge'
  readonly sentence: string
}

function hugeOf(files: number): Shown {
  const sentence = `A large project, of ${formatCount(files)} files. Folders open one by one; have git ignore what agents need not see.`
  return { type: 'huge', sentence }
}

interface NoticeProps {
  readonly sentence: string
  readonly onDismiss: () => void
  /** The button that helps, if any does. */
  readonly children: ReactNode
}

function Notice({ sentence, onDismiss, children }: NoticeProps) {
  return (
    <li className={styles.notice}>
      <Info aria-hidden="true" />
      <p>{sentence}</p>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" />
      </IconButton>
      <div className={styles.act}>{children}</div>
    </li>
  )
}

function BeginRepository({ onDone }: { readonly onDone: () => void }) {
  const sessionId = useSessionId()
  const client = useHost()
  const begin = useCommand(async () => {
    await client['files.beginRepository']({ sessionId })
    onDone()
  })
  return (
    <>
      <Button isSmall disabled={begin.isRunning} onClick={() => void begin.run?.()}>
        Make it a repository
      </Button>
      {begin.error && <p role="alert">{begin.error}</p>}
    </>
  )
}
