import { Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { FolderCondition } from '#shared/contract/procedures/files.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useSessionId } from '../../session/session-context.tsx'
import { useKeptState } from '../../ui/browser/persistent-state.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatCount } from '../../ui/text/format.ts'
import styles from './files.module.css'

const Dismissed = z.object({ notices: z.array(z.string()).default([]) })

interface FolderNoticesProps {
  readonly conditions: readonly FolderCondition[]
  /** How many files the project has, if they are many. */
  readonly hugeFileCount: number | undefined
  /** Conditions change without an announcement. */
  readonly lookAgain: () => void
}

/** What the project's folder lacks, or has too much of: what that means, and what to do. */
export function FolderNotices({ conditions, hugeFileCount, lookAgain }: FolderNoticesProps) {
  const sessionId = useSessionId()
  const project = useHostQuery('sessions.list', {}).data?.find(
    ({ id }) => id === sessionId,
  )?.projectId
  const [{ notices }, change] = useKeptState('orrery.folder-notices', Dismissed)
  const shown = [...conditions, ...(hugeFileCount === undefined ? [] : [hugeOf(hugeFileCount)])]
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
            {canChange(type) && (
              <Button isSmall onClick={lookAgain}>
                Look again
              </Button>
            )}
          </Notice>
        ))}
    </ul>
  )
}

/** Whether a person may have changed it elsewhere, so that it is worth another look. */
function canChange(type: Shown['type']): boolean {
  return type !== 'huge' && type !== 'no-repository' && type !== 'data-folder'
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
