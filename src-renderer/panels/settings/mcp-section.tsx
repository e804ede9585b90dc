import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { McpList } from '#shared/contract/mcp.ts'
import { useMcp } from '../../client/mcp-documents.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { LeftOut } from './left-out.tsx'
import styles from './mcp.module.css'
import { McpForm } from './mcp-form.tsx'
import { McpRow } from './mcp-row.tsx'
import shared from './settings.module.css'
import type { SettingsPlace } from './use-settings-place.ts'

/** Servers whose tools agents have besides: how each is, and how one is added. */
export function McpSection(place: SettingsPlace) {
  const { data: list, error, isLoading } = useMcp(place.projectId)
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
  const [editing, setEditing] = useState<string>()
  const { servers } = list
  const own = servers.filter(({ source }) => source === 'own').map(({ name }) => name)
  return (
    <>
      {servers.length === 0 && editing !== NEW && <NoServers onAdd={() => setEditing(NEW)} />}
      <ul className={shared.rows} aria-label="MCP servers">
        {servers.map((server) =>
          server.name === editing && server.source === 'own' ? (
            <li key={server.name} className={styles.item}>
              <McpForm server={server} onDone={() => setEditing(undefined)} />
            </li>
          ) : (
            <McpRow
              key={server.name}
              server={server}
              projectId={projectId}
              onEdit={() => setEditing(server.name)}
            />
          ),
        )}
        {editing === NEW && (
          <li className={styles.item}>
            <McpForm taken={own} onDone={() => setEditing(undefined)} />
          </li>
        )}
      </ul>
      {servers.length > 0 && editing !== NEW && (
        <p className={styles.add}>
          <Button isSmall onClick={() => setEditing(NEW)}>
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
