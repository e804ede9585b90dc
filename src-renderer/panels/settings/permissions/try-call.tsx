import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PolicyExplanation, PolicyQuestion } from '#shared/contract/procedures/permissions.ts'
import { JsonObject } from '#shared/json/marked-json.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { hostQueryKey, useHostQuery } from '../../../queries/host-query.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Failure } from '../../../ui/loading/notice.tsx'
import shared from '../controls/settings.module.css'
import styles from './try-call.module.css'

interface TryCallProps {
  readonly projectId: ProjectId
  readonly sessionId: SessionId | undefined
}

/** What a call would come to and why, without making it. */
export function TryCall({ projectId, sessionId }: TryCallProps) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<CallDraft>({ agent: 'lead', tool: 'run_command', about: '' })
  const [wrong, setWrong] = useState<string>()
  const [question, ask] = useState<PolicyQuestion>()
  const { data, error } = useHostQuery('policy.explain', question)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readArguments(draft)
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) return ask(undefined)
    const { agent, tool } = draft
    // Asked again, it is looked up again: rules and files may be others now.
    void queries.invalidateQueries({ queryKey: hostQueryKey('policy.explain') })
    return ask({ projectId, ...(sessionId && { sessionId }), agent, tool, args: read.args })
  }
  return (
    <>
      <h4 className={shared.part}>Try a call</h4>
      <p className={shared.hint}>
        What the policy says of it, and which rule says so. Nothing is run.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <CallFields projectId={projectId} draft={draft} wrong={wrong} onChange={setDraft} />
        <Button type="submit">Ask</Button>
      </form>
      {error && <Failure>{AppError.toWire(error).message}</Failure>}
      {data && <Explained explanation={data} />}
    </>
  )
}

interface CallFieldsProps extends Pick<TryCallProps, 'projectId'> {
  readonly draft: CallDraft
  /** What is wrong with what the call is about. */
  readonly wrong: string | undefined
  readonly onChange: (draft: CallDraft) => void
}

function CallFields({ projectId, draft, wrong, onChange }: CallFieldsProps) {
  const { data: agents } = useHostQuery('agents.list', { projectId })
  const tools = useToolNames()
  return (
    <>
      <Select
        label="Agent"
        value={draft.agent}
        names={['lead', ...(agents?.definitions.map(({ name }) => name) ?? [])]}
        onChoose={(agent) => onChange({ ...draft, agent })}
      />
      <Select
        label="Tool"
        value={draft.tool}
        names={tools.length > 0 ? tools : [draft.tool]}
        onChoose={(tool) => onChange({ ...draft, tool, about: '' })}
      />
      <Field
        label={subjectOf(draft.tool)?.label ?? 'Arguments, as JSON'}
        value={draft.about}
        error={wrong}
        onChange={({ target }) => onChange({ ...draft, about: target.value })}
      />
    </>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}

function Select({ label, value, names, onChoose }: SelectProps): ReactNode {
  return (
    <label className={styles.select}>
      <span>{label}</span>
      <select
        className={shared.select}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}

const verdicts: Readonly<Record<PolicyExplanation['verdict'], string>> = {
  allow: 'It would run',
  ask: 'It would ask you first',
  deny: 'It would be refused',
}

/** Where a rule is; those of a profile say so themselves. */
const sources: Readonly<Partial<Record<PolicyExplanation['source'], string>>> = {
  definition: 'the agent’s definition',
  project: 'the project’s .orrery/settings.json',
  person: 'a rule of yours',
  host: 'Orrery itself',
}

function Explained({ explanation }: { readonly explanation: PolicyExplanation }) {
  const { verdict, rule, source, risk } = explanation
  return (
    <div className={styles.explained} role="status" data-verdict={verdict}>
      <b>{verdicts[verdict]}.</b>
      <p>{rule}</p>
      <p>{risk}</p>
      {sources[source] && <small>So says {sources[source]}.</small>}
    </div>
  )
}

/** The names of the tools that agents can have. */
function useToolNames(): readonly string[] {
  const { data } = useHostQuery('policy.tools', {})
  return data?.map(({ name }) => name) ?? []
}

/** A call as a person writes it down to ask about it. */
interface CallDraft {
  readonly agent: string
  readonly tool: string
  /** What it is about: a command, a path, or all arguments as JSON. */
  readonly about: string
}

/** The argument that says what a call of the tool is about; absent: its arguments are written as JSON. */
function subjectOf(tool: string): { readonly name: string; readonly label: string } | undefined {
  if (tool === 'run_command') return { name: 'command', label: 'Command' }
  if (/_file$/.test(tool)) return { name: 'file_path', label: 'Path' }
  return tool === 'ls' ? { name: 'path', label: 'Path' } : undefined
}

/** The arguments of the call, or what is wrong with what was written. */
export function readArguments({
  tool,
  about,
}: CallDraft): { readonly args: PolicyQuestion['args'] } | { readonly error: string } {
  const text = about.trim()
  const subject = subjectOf(tool)
  if (subject) {
    if (text === '') return { error: `Say which ${subject.label.toLowerCase()}.` }
    return { args: { [subject.name]: subject.label === 'Path' ? toAgentPath(text) : text } }
  }
  const read = JsonObject.safeParse(text === '' ? {} : parseJson(text))
  return read.success ? { args: read.data } : { error: 'Write the arguments as a JSON object.' }
}

/** Agents see the project below `/workspace`. */
function toAgentPath(path: string): string {
  return path.startsWith('/') ? path : `/workspace/${path}`
}
