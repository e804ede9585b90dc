import { type FormEvent, useState } from 'react'
import type { OwnModel } from '#shared/settings.ts'
import { dayOf } from '#shared/spending/stretches.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Field } from '../../ui/field.tsx'
import { FormFoot } from './form-foot.tsx'
import styles from './models.module.css'
import { type OwnModelDraft, readDraft, toDraft } from './own-model-words.ts'

export interface OwnModelFormProps {
  /** Absent: a new one. */
  readonly name?: string
  readonly model?: OwnModel
  readonly onDone: () => void
}

/** What a person knows of a model. */
export function OwnModelForm({ name, model, onDone }: OwnModelFormProps) {
  const client = useHost()
  const [draft, setDraft] = useState(() => toDraft(name, model))
  const [wrong, setWrong] = useState<string>()
  const save = useCommand(client['settings.change'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft, dayOf(Date.now()), model)
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) return
    if (await save.run?.({ models: { [read.name]: read.model } })) onDone()
  }
  const field = (key: keyof OwnModelDraft) => ({
    value: draft[key],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setDraft({ ...draft, [key]: target.value }),
  })
  const error = wrong ?? save.error
  return (
    <form className={styles.entry} onSubmit={(event) => void submit(event)}>
      <Field
        label="Model"
        placeholder="provider:model"
        disabled={name !== undefined}
        ref={focusNew}
        {...field('name')}
      />
      <Field label="Shown as" placeholder="its name" {...field('label')} />
      <Field label="Context" placeholder="tokens" {...field('context')} />
      <Field label="Price in, $" placeholder="not known" {...field('inputUsd')} />
      <Field label="Price out, $" placeholder="not known" {...field('outputUsd')} />
      <FormFoot error={error} isBusy={save.isRunning} onCancel={onDone} />
    </form>
  )
}

/** The form opens at the list's end, often out of sight. */
function focusNew(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'nearest' })
  if (!field?.disabled) field?.focus()
}
