import type { FormEvent } from 'react'
import type { CheckedDefinition } from '#shared/contract/agents.ts'
import type { ProjectId } from '#shared/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { type DefinitionDraft, draftOf } from './definition-draft.ts'
import styles from './definition-editor.module.css'
import { EditorHead } from './editor-head.tsx'
import { Problem, RowFacts } from './switched-row.tsx'
import { useChecked, useDefinitionDraft, useSaving, useWritten } from './use-definition.ts'

export interface DefinitionEditorProps {
  readonly projectId: ProjectId | undefined
  readonly projectName: string | undefined
  /** Absent: a new one. */
  readonly name: string | undefined
  readonly onDone: () => void
}

/** A subagent type, as text that is checked while it is written. */
export function DefinitionEditor(props: DefinitionEditorProps) {
  const { projectId, name, onDone } = props
  const { data: written, error, isLoading } = useWritten(projectId, name)
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
