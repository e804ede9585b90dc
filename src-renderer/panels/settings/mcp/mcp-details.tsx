import { useState } from 'react'
import type { LeftOutTool, McpServer, McpToolDescription } from '#shared/contract/procedures/mcp.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { formatClaim } from '#shared/mcp/mcp-claims.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { DeleteDialog } from '../../../ui/overlays/confirmation.tsx'
import { formatClock, formatNumber } from '../../../ui/text/format.ts'
import { Problem, RowFacts } from '../controls/switched-list.tsx'
import { FileLink } from '../trust/trust-row.tsx'
import styles from './mcp.module.css'

interface McpDetailsProps {
  readonly server: McpServer
  readonly projectId: ProjectId | undefined
  readonly onEdit: () => void
}

/** All that is known of a server, what can be done with it, and what its tools are. */
export function McpDetails({ server, projectId, onEdit }: McpDetailsProps) {
  const { words, error, file, version, tools, leftOut, transport } = server
  const isProgram = transport === 'stdio' || transport === 'docker'
  return (
    <div className={styles.details}>
      {error && <Problem>{showInvisible(error, 'name')}</Problem>}
      <RowFacts
        facts={[
          { name: isProgram ? 'Command' : 'Address', value: showInvisible(words, 'name') },
          { name: 'Kind', value: tellTransport(server) },
          { name: 'Version', value: showInvisible(version ?? '', 'name') },
          { name: 'State', value: tellSince(server) },
        ]}
      />
      {file !== undefined && <FileLink file={file} />}
      <Acts server={server} projectId={projectId} onEdit={onEdit} />
      {tools.length > 0 && <Tools tools={tools} />}
      {leftOut.length > 0 && <LeftOutTools leftOut={leftOut} />}
    </div>
  )
}

function Acts({ server, projectId, onEdit }: McpDetailsProps) {
  const { name, state, source, isSignedIn } = server
  const client = useHost()
  const which = { name, ...(projectId && { projectId }) }
  const restart = useCommand(client['mcp.restart'])
  const signOut = useCommand(client['mcp.signOut'])
  const shown = showInvisible(name, 'name')
  const error = restart.error ?? signOut.error
  return (
    <div className={styles.acts}>
      {state === 'ready' && (
        <Button
          isSmall
          disabled={restart.isRunning}
          aria-label={`Restart ${shown}`}
          onClick={() => void restart.run?.(which)}
        >
          Restart
        </Button>
      )}
      {isSignedIn && (
        <Button
          isSmall
          disabled={signOut.isRunning}
          aria-label={`Sign out of ${shown}`}
          onClick={() => void signOut.run?.(which)}
        >
          Sign out
        </Button>
      )}
      {source === 'own' && (
        <>
          <Button isSmall aria-label={`Change ${shown}`} onClick={onEdit}>
            Change
          </Button>
          <Removing name={name} />
        </>
      )}
      {error && <span className={styles.wrong}>{error}</span>}
    </div>
  )
}

function Removing({ name }: { readonly name: string }) {
  const client = useHost()
  const [isAsked, setAsked] = useState(false)
  const remove = useCommand(() => client['mcp.remove']({ name }))
  const shown = showInvisible(name, 'name')
  return (
    <>
      <Button isSmall aria-label={`Remove ${shown}`} onClick={() => setAsked(true)}>
        Remove
      </Button>
      {isAsked && (
        <DeleteDialog
          title={`Remove the MCP server “${shown}”`}
          description="Its secrets and its sign-in are forgotten as well: to have it back you have to enter them anew."
          action="Remove the server"
          isDeleting={remove.isRunning}
          error={remove.error}
          onDelete={() => void remove.run?.()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

function Tools({ tools }: { readonly tools: readonly McpToolDescription[] }) {
  return (
    <ul className={styles.tools} aria-label="Tools">
      {tools.map(({ name, tool, description, claims }) => (
        <li key={name}>
          <code title={name}>{showInvisible(tool, 'name')}</code>
          {claims.map((claim) => (
            <Chip key={claim}>says: {formatClaim(claim)}</Chip>
          ))}
          <span title={showInvisible(description, 'name')}>
            {showInvisible(description, 'name')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function LeftOutTools({ leftOut }: { readonly leftOut: readonly LeftOutTool[] }) {
  return (
    <>
      <span>Left out</span>
      <ul className={styles.tools} aria-label="Tools that were left out">
        {leftOut.map(({ tool = 'List of tools', reason }) => (
          <li key={`${tool} ${reason}`}>
            <code title={showInvisible(tool, 'name')}>{showInvisible(tool, 'name')}</code>
            <span title={showInvisible(reason, 'name')}>{showInvisible(reason, 'name')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How a server is, in a word. */
export const stateWords: Readonly<Record<McpServer['state'], string>> = {
  off: 'off',
  untrusted: 'not trusted',
  idle: 'not needed yet',
  connecting: 'connecting',
  ready: 'ready',
  failed: 'failed',
  'sign-in': 'sign in',
}

export const stateTones: Readonly<Record<McpServer['state'], 'plain' | 'warn' | 'error'>> = {
  off: 'plain',
  untrusted: 'warn',
  idle: 'plain',
  connecting: 'plain',
  ready: 'plain',
  failed: 'error',
  'sign-in': 'warn',
}

/** What matters of it in a line. */
export function formatServer({ state, error, tools, leftOut, words }: McpServer): string {
  switch (state) {
    case 'ready':
      return [formatNumber(tools.length, 'tool'), formatLeftOut(leftOut)].filter(Boolean).join(', ')
    case 'failed':
    case 'sign-in':
      return error ?? words
    default:
      return words
  }
}

function formatLeftOut(leftOut: McpServer['leftOut']): string {
  const { length } = leftOut.filter(({ tool }) => tool !== undefined)
  return length === 0 ? '' : `${length} left out`
}

/** Since when it is so, and what comes next. */
function tellSince({ state, since, retryAt }: McpServer): string {
  const next = retryAt === undefined ? '' : `, tried again at ${formatClock(retryAt)}`
  return `${stateWords[state]} since ${formatClock(since)}${next}`
}

const transports: Readonly<Record<McpServer['transport'], string>> = {
  stdio: 'a program of this machine',
  http: 'HTTP',
  sse: 'HTTP with server-sent events',
  docker: 'Docker’s gateway',
}

function tellTransport({ transport }: McpServer): string {
  return transports[transport]
}
