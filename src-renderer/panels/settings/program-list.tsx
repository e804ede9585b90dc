import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { Settings } from '#shared/settings.ts'
import { useHost } from '../../client/host-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgramForm } from './program-form.tsx'
import type { BuiltinProgram, OwnProgram, ProgramKind } from './program-kinds.ts'
import styles from './programs.module.css'
import shared from './settings.module.css'

export interface ProgramListProps {
  readonly kind: ProgramKind
  readonly settings: Settings
}

/** No program is called that. */
const NEW = ''

/** Programs that tools stand on: those that come with Orrery, and one's own. */
export function ProgramList({ kind, settings }: ProgramListProps) {
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
              <ProgramForm kind={kind} program={program} taken={[]} onDone={close} />
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
            <ProgramForm kind={kind} taken={names} onDone={close} />
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
  const [editing, setEditing] = useState<string>()
  const [landing, landOn] = useState<string>()
  const edit = (name: string) => {
    landOn(undefined)
    setEditing(name)
  }
  const close = () => {
    landOn(editing)
    setEditing(undefined)
  }
  return { editing, landing, edit, close, landOn }
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

interface BuiltinRowProps {
  readonly builtin: BuiltinProgram
  readonly isReplaced: boolean
}

function BuiltinRow({ builtin: { title, told }, isReplaced }: BuiltinRowProps) {
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
