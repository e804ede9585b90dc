import { useState } from 'react'
import type { McpServer } from '#shared/contract/mcp.ts'
import type { ProjectId } from '#shared/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './mcp.module.css'
import { McpDetails } from './mcp-details.tsx'
import { formatServer, stateTones, stateWords } from './mcp-words.ts'
import { SwitchedRow } from './switched-row.tsx'

export interface McpRowProps {
  readonly server: McpServer
  readonly projectId: ProjectId | undefined
  readonly onEdit: () => void
}

/** A server: how it is and what would make it well; and its tools, once it is opened. */
export function McpRow({ server, projectId, onEdit }: McpRowProps) {
  const { name, state, source, entry } = server
  const client = useHost()
  const turn = useCommand(client['mcp.save'])
  return (
    <SwitchedRow
      name={showInvisible(name, 'name')}
      description={showInvisible(formatServer(server), 'name')}
      chips={<Chip tone={stateTones[state]}>{stateWords[state]}</Chip>}
      from={source === 'own' ? 'yours' : 'this project’s'}
      action={<NextStep server={server} projectId={projectId} />}
      isOn={entry ? !entry.disabled : state !== 'off'}
      isDisabled={turn.isRunning}
      onTurn={entry && ((isOn) => void turn.run?.({ name, entry: { ...entry, disabled: !isOn } }))}
      error={turn.error}
    >
      <McpDetails server={server} projectId={projectId} onEdit={onEdit} />
    </SwitchedRow>
  )
}

/** The one thing that would make it well. */
function NextStep({ server, projectId }: Omit<McpRowProps, 'onEdit'>) {
  const { openSettings } = useNavigation()
  const shown = showInvisible(server.name, 'name')
  switch (server.state) {
    case 'untrusted':
      return (
        <Button isSmall aria-label={`Look at it: ${shown}`} onClick={() => openSettings('trust')}>
          Look at it
        </Button>
      )
    case 'failed':
      return <Restart server={server} projectId={projectId} />
    case 'sign-in':
      return <SignIn server={server} projectId={projectId} />
    default:
      return null
  }
}

function Restart({ server, projectId }: Omit<McpRowProps, 'onEdit'>) {
  const client = useHost()
  const restart = useCommand(client['mcp.restart'])
  const { name } = server
  return (
    <Button
      isSmall
      disabled={restart.isRunning}
      aria-label={`Try again: ${showInvisible(name, 'name')}`}
      onClick={() => void restart.run?.({ name, ...(projectId && { projectId }) })}
    >
      Try again
    </Button>
  )
}

/** Where a person goes on is said by the server, and opened by them. */
function SignIn({ server, projectId }: Omit<McpRowProps, 'onEdit'>) {
  const client = useHost()
  const [url, setUrl] = useState<string>()
  const { name } = server
  const begin = useCommand(async () => {
    const begun = await client['mcp.authorise']({ name, ...(projectId && { projectId }) })
    setUrl(begun.url)
  })
  if (url !== undefined) {
    return (
      <a className={styles.link} href={url} target="_blank" rel="noreferrer noopener">
        Go on at {new URL(url).host}
      </a>
    )
  }
  return (
    <>
      {begin.error && <span className={styles.wrong}>{begin.error}</span>}
      <Button
        isSmall
        disabled={begin.isRunning}
        aria-label={`Sign in to ${showInvisible(name, 'name')}`}
        onClick={() => void begin.run?.()}
      >
        Sign in
      </Button>
    </>
  )
}
