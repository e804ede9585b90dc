import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { McpList, McpServer } from '#shared/contract/procedures/mcp.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { useOpenForm } from '../../../ui/forms/open-form.ts'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import shared from '../controls/settings.module.css'
import { LeftOut, SwitchedRow } from '../controls/switched-list.tsx'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import styles from './mcp.module.css'
import { formatServer, McpDetails, stateTones, stateWords } from './mcp-details.tsx'
import { McpForm } from './mcp-form.tsx'

/** Servers whose tools agents have besides: how each is, and how one is added. */
export function McpSection(place: SettingsPlace) {
  const { data: list, error, isLoading } = useHostQuery('mcp.list', { projectId: place.projectId })
  return (
    <>
      <p className={shared.hint}>
        Servers whose tools agents have besides their own.{' '}
        {place.projectId
          ? `Yours are there in every project; ${place.projectName} may name others in .mcp.json, which wait for your trust.`
          : 'These are yours, in every project. Open a session of a project to see those it names.'}{' '}
        What their tools do nobody here has said, so each call asks first.
      </p>
      {isLoading && <Loading label="Loading the MCP servers" rows={3} />}
      {error && <Failure>The MCP servers could not be listed. {error.message}</Failure>}
      {list && <Servers list={list} {...place} />}
      {list && (
        <LeftOut
          files={list.malformed.map(({ file, error: why }) => ({ path: file, error: why }))}
        />
      )}
    </>
  )
}

/** No server is called that. */
const NEW = ''

function Servers({ list, projectId }: SettingsPlace & { readonly list: McpList }) {
  const { open: editing, show, close } = useOpenForm()
  const { servers } = list
  const own = servers.filter(({ source }) => source === 'own').map(({ name }) => name)
  return (
    <>
      {servers.length === 0 && editing !== NEW && <NoServers onAdd={() => show(NEW)} />}
      <ul className={shared.rows} aria-label="MCP servers">
        {servers.map((server) =>
          server.name === editing && server.source === 'own' ? (
            <li key={server.name} className={styles.item}>
              <McpForm server={server} onDone={() => close(server.name)} />
            </li>
          ) : (
            <McpRow
              key={server.name}
              server={server}
              projectId={projectId}
              onEdit={() => show(server.name)}
            />
          ),
        )}
        {editing === NEW && (
          <li className={styles.item}>
            <McpForm taken={own} onDone={() => close(NEW)} />
          </li>
        )}
      </ul>
      {servers.length > 0 && editing !== NEW && (
        <p className={styles.add}>
          <Button isSmall onClick={() => show(NEW)}>
            Add a server
          </Button>
        </p>
      )}
    </>
  )
}

function NoServers({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Empty
      icon={<Plug aria-hidden="true" />}
      action={
        <Button isSmall onClick={onAdd}>
          Add a server
        </Button>
      }
    >
      There are no MCP servers yet. Add one of your own here, or name it in the project’s{' '}
      <code>.mcp.json</code> or <code>.orrery/mcp.json</code> for everybody who works on it.
    </Empty>
  )
}

interface McpRowProps {
  readonly server: McpServer
  readonly projectId: ProjectId | undefined
  readonly onEdit: () => void
}

/** A server: how it is and what would make it well; and its tools, once it is opened. */
function McpRow({ server, projectId, onEdit }: McpRowProps) {
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
