import { type FormEvent, useRef, useState } from 'react'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Field } from '../../ui/field.tsx'
import { FormFoot } from './form-foot.tsx'
import {
  type DraftErrors,
  judgeDraft,
  type OwnProgram,
  type ProgramDraft,
  type ProgramKind,
} from './program-kinds.ts'
import styles from './programs.module.css'

export interface ProgramFormProps {
  readonly kind: ProgramKind
  /** Absent: a new one. */
  readonly program?: OwnProgram
  /** Names that others have. */
  readonly taken: readonly string[]
  readonly onDone: () => void
}

/** A program of the person's own: what it is for, and how it is started. */
export function ProgramForm(props: ProgramFormProps) {
  const { kind, program, onDone } = props
  const { draft, errors, save, write, submit } = useDraft(props)
  const form = useRef<HTMLFormElement>(null)
  const field = (key: keyof ProgramDraft) => ({
    value: draft[key],
    placeholder: kind.placeholders[key],
    error: errors[key],
    onChange: ({ target }: { readonly target: HTMLInputElement }) => write({ [key]: target.value }),
  })
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = await submit()
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={kind.title}
      onSubmit={(event) => void keep(event)}
    >
      <Field
        label={kind.nameLabel}
        name="name"
        disabled={program !== undefined}
        ref={program ? null : focusNew}
        {...field('name')}
      />
      {kind.hasEndings && <Field label="File endings" name="endings" {...field('endings')} />}
      <div className={styles.wide}>
        <Field
          label="Command"
          name="command"
          hint={kind.commandHint}
          ref={program ? focusNew : null}
          {...field('command')}
        />
      </div>
      <FormFoot error={save.error} isBusy={save.isRunning} onCancel={onDone} />
    </form>
  )
}

const empty: ProgramDraft = { name: '', command: '', endings: '' }

function useDraft({ kind, program, taken, onDone }: ProgramFormProps) {
  const client = useHost()
  const [draft, setDraft] = useState<ProgramDraft>(program ?? empty)
  const [errors, setErrors] = useState<DraftErrors>({})
  const save = useCommand(client['settings.change'])
  const write = (part: Partial<ProgramDraft>) => {
    setDraft({ ...draft, ...part })
    const left = Object.entries(errors).filter(([key]) => !(key in part))
    setErrors(Object.fromEntries(left))
  }
  /** Answers the first field that is wrong, if one is. */
  const submit = async () => {
    const judged = judgeDraft(kind, draft, taken)
    if ('errors' in judged) {
      setErrors(judged.errors)
      return (['name', 'endings', 'command'] as const).find((key) => key in judged.errors)
    }
    setErrors({})
    if (await save.run?.(judged.patch)) onDone()
    return undefined
  }
  return { draft, errors, save, write, submit }
}

/** The form opens at the list's end, often out of sight. */
function focusNew(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'nearest' })
  field?.focus()
}
