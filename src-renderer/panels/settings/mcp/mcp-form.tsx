import { type FormEvent, useId, useState } from 'react'
import type { McpServer } from '#shared/contract/procedures/mcp.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { FormFoot } from '../controls/form-controls.tsx'
import shared from '../controls/settings.module.css'
import styles from './mcp.module.css'
import {
  type McpDraft,
  type McpKind,
  mcpKinds,
  readMcpDraft,
  secretsOfDraft,
  toMcpDraft,
} from './mcp-draft.ts'

const kindWords: Readonly<Record<McpKind, string>> = {
  program: 'A program of this machine',
  address: 'An address',
  docker: 'Docker’s gateway',
}

interface McpFormProps {
  /** Absent: a new one. */
  readonly server?: McpServer
  /** What other servers of the person are called. */
  readonly taken?: readonly string[]
  readonly onDone: () => void
}

/** A server of the person's own: how it is spoken to, and what it is given. */
export function McpForm({ server, taken = [], onDone }: McpFormProps) {
  const client = useHost()
  const [draft, setDraft] = useState(() => toMcpDraft(server?.name, server?.entry))
  const [wrong, setWrong] = useState<string>()
  const save = useCommand(client['mcp.save'])
  const write = (part: Partial<McpDraft>) => {
    setWrong(undefined)
    setDraft({ ...draft, ...part })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readMcpDraft(draft, { known: server?.entry, taken })
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) return
    if (await save.run?.(read)) onDone()
  }
  const error = wrong ?? save.error
  return (
    <form className={styles.form} aria-label="MCP server" onSubmit={(event) => void submit(event)}>
      <Field
        label="Name"
        placeholder="github"
        value={draft.name}
        disabled={server !== undefined}
        ref={focusNew}
        onChange={({ target }) => write({ name: target.value })}
      />
      <KindChoice kind={draft.kind} onChoose={(kind) => write({ kind })} />
      <Reach draft={draft} onWrite={write} />
      <Pairs draft={draft} onWrite={write} />
      <Secrets draft={draft} isKept={server !== undefined} onWrite={write} />
      <FormFoot error={error} isBusy={save.isRunning} onCancel={onDone} />
    </form>
  )
}

interface KindChoiceProps {
  readonly kind: McpKind
  readonly onChoose: (kind: McpKind) => void
}

function KindChoice({ kind, onChoose }: KindChoiceProps) {
  return (
    <label className={styles.choice}>
      <span>Kind</span>
      <select
        className={shared.select}
        value={kind}
        onChange={({ target }) =>
          onChoose(mcpKinds.find((one) => one === target.value) ?? 'program')
        }
      >
        {mcpKinds.map((one) => (
          <option key={one} value={one}>
            {kindWords[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

interface PartProps {
  readonly draft: McpDraft
  readonly onWrite: (part: Partial<McpDraft>) => void
}

function Reach({ draft, onWrite }: PartProps) {
  if (draft.kind === 'address') {
    return (
      <Field
        label="Address"
        placeholder="https://example.com/mcp"
        value={draft.url}
        onChange={({ target }) => onWrite({ url: target.value })}
      />
    )
  }
  const isDocker = draft.kind === 'docker'
  return (
    <Field
      label={isDocker ? 'Arguments' : 'Command'}
      placeholder={isDocker ? '--servers github' : 'npx -y @modelcontextprotocol/server-memory'}
      hint={isDocker ? 'What follows docker mcp gateway run.' : undefined}
      value={draft.command}
      onChange={({ target }) => onWrite({ command: target.value })}
    />
  )
}

function Pairs({ draft, onWrite }: PartProps) {
  const id = useId()
  const isAddress = draft.kind === 'address'
  return (
    <div className={styles.pairs}>
      <label htmlFor={id}>
        {isAddress ? 'Headers, one Name: value a line' : 'Environment, one NAME=value a line'}
      </label>
      <TextArea
        id={id}
        rows={2}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={draft.pairs}
        onChange={({ target }) => onWrite({ pairs: target.value })}
      />
      <p id={`${id}-hint`} className={shared.said}>
        Write <code>$&#123;secret:NAME&#125;</code> where a key belongs: it is asked for below and
        kept with your keys. <code>$&#123;NAME&#125;</code> stands for a variable of the
        environment.
      </p>
    </div>
  )
}

function Secrets({ draft, isKept, onWrite }: PartProps & { readonly isKept: boolean }) {
  return secretsOfDraft(draft).map((name) => (
    <Field
      key={name}
      label={`Secret “${name}”`}
      type="password"
      placeholder={isKept ? 'stays as it is' : ''}
      value={draft.secrets[name] ?? ''}
      onChange={({ target }) => onWrite({ secrets: { ...draft.secrets, [name]: target.value } })}
    />
  ))
}

/** The form opens at the list's end, often out of sight. */
function focusNew(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'nearest' })
  if (field?.value === '' && !field.disabled) field.focus()
}
