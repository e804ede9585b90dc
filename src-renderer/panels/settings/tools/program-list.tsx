import { Pencil, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { Settings } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useOpenForm } from '../../../ui/forms/open-form.ts'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { FormFoot } from '../controls/form-controls.tsx'
import shared from '../controls/settings.module.css'
import {
  type BuiltinProgram,
  type DraftErrors,
  judgeDraft,
  type OwnProgram,
  type ProgramDraft,
  type ProgramKind,
} from './program-kinds.ts'
import styles from './programs.module.css'

/** No program is called that. */
const NEW = ''

/** Programs that tools stand on: those that come with Orrery, and one's own. */
export function ProgramList({
  kind,
  settings,
}: {
  readonly kind: ProgramKind
  readonly settings: Settings
}) {
  const { editing, landing, edit, close, landOn } = useEditing()
  const own = kind.list(settings)
  const names = own.map(({ name }) => name)
  return (
    <>
      <h4 className={shared.part}>{kind.title}</h4>
      <p className={shared.hint}>{kind.hint}</p>
      <ul className={shared.rows} aria-label={kind.title}>
        {kind.builtins.map((builtin) => (
          <BuiltinRow
            key={builtin.title}
            builtin={builtin}
            isReplaced={builtin.name !== undefined && names.includes(builtin.name)}
          />
        ))}
        {own.map((program) =>
          program.name === editing ? (
            <li key={program.name} className={styles.item}>
              <ProgramForm
                kind={kind}
                program={program}
                taken={[]}
                onDone={() => close(program.name)}
              />
            </li>
          ) : (
            <OwnRow
              key={program.name}
              kind={kind}
              program={program}
              isLanding={landing === program.name}
              onEdit={() => edit(program.name)}
              onLand={landOn}
            />
          ),
        )}
        {editing === NEW && (
          <li className={styles.item}>
            <ProgramForm kind={kind} taken={names} onDone={() => close(NEW)} />
          </li>
        )}
      </ul>
      {editing !== NEW && (
        <div className={styles.foot}>
          {own.length === 0 && <p>{kind.empty}</p>}
          <Button isSmall ref={landing === NEW ? focus : null} onClick={() => edit(NEW)}>
            Add a {kind.one}
          </Button>
        </div>
      )}
    </>
  )
}

/** Which is being written, and where the keyboard goes on after: to the button that opened its form. */
function useEditing() {
  const form = useOpenForm()
  const [landing, landOn] = useState<string>()
  const edit = (name: string) => {
    landOn(undefined)
    form.show(name)
  }
  const close = (name: string) => {
    if (form.close(name)) landOn(name)
  }
  return { editing: form.open, landing, edit, close, landOn }
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

function BuiltinRow({
  builtin: { title, told },
  isReplaced,
}: {
  readonly builtin: BuiltinProgram
  readonly isReplaced: boolean
}) {
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <span>{title}</span>
        <small>{isReplaced ? 'Yours is asked in its place.' : told}</small>
      </span>
      <Chip>built in</Chip>
    </li>
  )
}

interface OwnRowProps {
  readonly kind: ProgramKind
  readonly program: OwnProgram
  readonly isLanding: boolean
  readonly onEdit: () => void
  /** Where the keyboard goes on once it is removed. */
  readonly onLand: (name: string | undefined) => void
}

function OwnRow({ kind, program, isLanding, onEdit, onLand }: OwnRowProps) {
  const { name, command, endings, kept } = program
  const client = useHost()
  const { tellUndoable } = useToasts()
  const remove = useCommand(async () => {
    onLand(undefined)
    await client['settings.change'](kind.without(name))
    tellUndoable(`Removed the ${kind.one} for “${name}”.`, () => client['settings.change'](kept))
    onLand(NEW)
  })
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <span>{name}</span>
        <small className={remove.error ? shared.error : undefined}>
          {remove.error ?? <Told command={command} endings={endings} />}
        </small>
      </span>
      <Chip>yours</Chip>
      <IconButton label={`Change ${name}`} ref={isLanding ? focus : null} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Remove ${name}`}
        disabled={remove.isRunning}
        onClick={() => void remove.run?.()}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function Told({ command, endings }: Pick<OwnProgram, 'command' | 'endings'>) {
  return (
    <>
      <code>{showInvisible(command, 'name')}</code>
      {endings && ` · ${endings}`}
    </>
  )
}

interface ProgramFormProps {
  readonly kind: ProgramKind
  /** Absent: a new one. */
  readonly program?: OwnProgram
  /** Names that others have. */
  readonly taken: readonly string[]
  readonly onDone: () => void
}

/** A program of the person's own: what it is for, and how it is started. */
function ProgramForm(props: ProgramFormProps) {
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
