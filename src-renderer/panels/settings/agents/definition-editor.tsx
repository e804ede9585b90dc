import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue } from 'react'
import { z } from 'zod'
import type {
  CheckedDefinition,
  DefinitionPlace,
  WrittenDefinition,
} from '#shared/contract/procedures/agents.ts'
import { Hash, type ProjectId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { refetchDocuments } from '../../../queries/query-invalidation.ts'
import { type CommandState, useCommand } from '../../../queries/use-command.ts'
import { useKeptState } from '../../../ui/browser/persistent-state.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import { EditorHead } from '../controls/form-controls.tsx'
import { Problem, RowFacts } from '../controls/switched-list.tsx'
import styles from './definition-editor.module.css'

interface DefinitionEditorProps {
  readonly projectId: ProjectId | undefined
  readonly projectName: string | undefined
  /** Absent: a new one. */
  readonly name: string | undefined
  readonly onDone: () => void
}

/** A subagent type, as text that is checked while it is written. */
export function DefinitionEditor(props: DefinitionEditorProps) {
  const { projectId, name, onDone } = props
  const {
    data: written,
    error,
    isLoading,
  } = useHostQuery('agents.read', name === undefined ? undefined : { projectId, name })
  return (
    <div className={styles.editor}>
      <EditorHead list="All agents" title={name ?? 'A new subagent type'} onBack={onDone} />
      {isLoading && <Loading label="Loading the definition" rows={6} />}
      {error && <Failure>The definition could not be read. {error.message}</Failure>}
      {(written || name === undefined) && (
        <Editing {...props} begun={draftOf(written, projectId ? 'project' : 'home')} />
      )}
    </div>
  )
}

function Editing({
  projectId,
  projectName,
  name,
  onDone,
  begun,
}: DefinitionEditorProps & { readonly begun: DefinitionDraft }) {
  const { draft, isChanged, write, discard } = useDefinitionDraft({ projectId, name }, begun)
  const checked = useChecked(draft)
  const save = useSaving(projectId, () => {
    discard()
    onDone()
  })
  const canSave = checked?.definition !== undefined && !save.isRunning
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) void save.run?.(draft)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <textarea
        ref={focusOnce}
        className={styles.text}
        aria-label="Definition"
        value={draft.text}
        spellCheck={false}
        onChange={({ target }) => write(target.value)}
      />
      <Checked checked={checked} />
      {save.error && <Failure>{save.error}</Failure>}
      <div className={styles.foot}>
        <span>{whereOf(draft, projectName)}</span>
        {isChanged && <Button onClick={discard}>Discard the changes</Button>}
        <Button variant="primary" type="submit" disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** What led here is gone. */
function focusOnce(text: HTMLTextAreaElement | null): void {
  text?.focus()
}

function whereOf({ place, path }: DefinitionDraft, projectName = 'the project'): string {
  const folder = place === 'project' ? projectName : 'your home folder'
  const where = path ?? `${folder}, in .orrery/agents`
  return `It is kept in ${where}, and holds from the next run on.`
}

/** What agents would be made from, or what keeps the text from being a definition. */
function Checked({ checked }: { readonly checked: CheckedDefinition | undefined }) {
  if (!checked) return null
  const { definition, problems, error } = checked
  return (
    <div className={styles.checked} role="status">
      {error && <Problem>{error}</Problem>}
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      {definition && (
        <RowFacts
          facts={[
            { name: 'Name', value: definition.name },
            { name: 'Tools', value: definition.tools?.join(', ') ?? 'all of the lead’s' },
            {
              name: 'Model',
              value: definition.model === 'inherit' ? 'the session’s' : definition.model,
            },
            { name: 'Turns', value: definition.maxTurns ? `at most ${definition.maxTurns}` : '' },
            { name: 'Skills', value: definition.skills.join(', ') },
          ]}
        />
      )}
    </div>
  )
}

/** A definition as it is being written. */
interface DefinitionDraft {
  readonly place: DefinitionPlace
  /** The file it is made from; absent: it is a new one. */
  readonly path?: string
  readonly text: string
  /** Of the file it is made from; `null`: there is none yet. */
  readonly base: Hash | null
}

/** What a new one begins with. */
const TEMPLATE = `---
name: my-agent
description: What it does, and when the lead should delegate to it.
tools:
  - read_file
  - glob
  - grep
---
You are a subagent. Say here how to work, and what to report.
`

/** A built-in one becomes the person's own, in front of the one it is made from. */
export function draftOf(
  written: WrittenDefinition | undefined,
  usual: DefinitionPlace,
): DefinitionDraft {
  if (!written) return { place: usual, text: TEMPLATE, base: null }
  const { source, path, text, hash } = written
  return source === 'built-in'
    ? { place: usual, text, base: null }
    : { place: source, path, text, base: hash }
}

const StoredDraft = z.object({ text: z.string().optional(), base: Hash.nullable().optional() })

/** What is edited; without a name it is a new one. */
interface WhichDefinition {
  readonly projectId: ProjectId | undefined
  readonly name: string | undefined
}

/** A definition as it is being written: kept in this window while the settings are closed. */
function useDefinitionDraft(which: WhichDefinition, begun: DefinitionDraft) {
  const { projectId = '', name = '' } = which
  const key = `orrery.definition.${projectId}.${begun.path ?? name}`
  const [{ text, base }, keep] = useKeptState(key, StoredDraft)
  const isChanged = text !== undefined && text !== begun.text
  return {
    isChanged,
    draft: isChanged ? { ...begun, text, base: base ?? null } : begun,
    write: (written: string) => keep({ text: written, base: isChanged ? base : begun.base }),
    discard: () => keep({ text: undefined, base: undefined }),
  }
}

/** What the text would define, as it is typed. */
function useChecked({ place, text }: DefinitionDraft): CheckedDefinition | undefined {
  const input = { place, text: useDeferredValue(text) }
  const { data } = useHostQuery('agents.check', input, { placeholderData: keepPreviousData })
  return data
}

function useSaving(
  projectId: ProjectId | undefined,
  onSaved: () => void,
): CommandState<[DefinitionDraft]> {
  const client = useHost()
  const queries = useQueryClient()
  return useCommand(async (draft) => {
    await client['agents.write']({ ...(projectId && { projectId }), ...draft })
    await refetchDocuments(queries, 'agents.list', 'agents.read')
    onSaved()
  })
}
