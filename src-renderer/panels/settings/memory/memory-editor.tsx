import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { Hash, type ProjectId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { refetchDocuments } from '../../../queries/query-invalidation.ts'
import { type CommandState, useCommand } from '../../../queries/use-command.ts'
import { storeIfItFits } from '../../../ui/browser/persistent-state.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { EditorHead } from '../controls/form-controls.tsx'
import styles from './memory.module.css'

export interface WhichMemory {
  readonly projectId: ProjectId
  readonly name: string
}

interface MemoryEditorProps extends WhichMemory {
  readonly onDone: () => void
}

/** One memory, as text. What changed meanwhile is never overwritten. */
export function MemoryEditor({ projectId, name, onDone }: MemoryEditorProps) {
  const which = { projectId, name }
  const { data: kept, error, isLoading } = useHostQuery('memories.read', which)
  const draft = useMemoryDraft(which)
  return (
    <div className={styles.editor}>
      <EditorHead list="All memories" title={name} onBack={onDone} />
      {isLoading && <Loading label="Loading the memory" rows={5} />}
      {!kept && error && <Failure>The memory could not be read. {error.message}</Failure>}
      {kept && (
        <Editing
          which={which}
          kept={kept}
          isGone={AppError.is(error) && error.code === 'not-found'}
          editing={draft}
          onDone={onDone}
        />
      )}
    </div>
  )
}

interface EditingProps {
  readonly which: WhichMemory
  readonly kept: { readonly text: string; readonly hash: Hash }
  /** It was deleted since it was read. */
  readonly isGone: boolean
  readonly editing: MemoryDraft
  readonly onDone: () => void
}

function Editing({ which, kept, isGone, editing, onDone }: EditingProps) {
  const { draft } = editing
  const save = useSave(which, () => {
    editing.discard()
    onDone()
  })
  const { tellUndoable } = useToasts()
  const discard = (lost: NonNullable<MemoryDraft['draft']>) => {
    editing.discard()
    tellUndoable(`Discarded the changes to “${which.name}”.`, () => editing.write(lost))
  }
  const text = draft?.text ?? kept.text
  const begun = draft?.base ?? kept.hash
  const isStale = begun !== kept.hash && !isGone && !save.isRunning
  const isChanged = isGone || text !== kept.text
  const canSave = isChanged && !isStale && text.trim() !== '' && !save.isRunning
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void save.run?.(text, isGone ? null : begun)
      }}
    >
      <textarea
        className={styles.text}
        aria-label={`Text of ${which.name}`}
        value={text}
        spellCheck={false}
        onChange={({ target }) => editing.write({ text: target.value, base: begun })}
      />
      {isStale && <StaleNotice written="your text" onLoad={editing.discard} />}
      {isGone && <Failure>It was deleted meanwhile. Save it to keep it again.</Failure>}
      {save.error && draft && !isStale && !isGone && <Failure>{save.error}</Failure>}
      <div className={styles.foot}>
        {draft && !isStale && <Button onClick={() => discard(draft)}>Discard the changes</Button>}
        <Button variant="primary" type="submit" disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** `base`: what the edit began with, `null` where there is none any more. */
function useSave(which: WhichMemory, onSaved: () => void): CommandState<[string, Hash | null]> {
  const client = useHost()
  const queries = useQueryClient()
  return useCommand(async (text, base) => {
    try {
      await client['memories.write']({ ...which, text, base })
    } finally {
      await refetchDocuments(queries, 'memories.list', 'memories.read')
    }
    onSaved()
  })
}

const Draft = z.object({
  text: z.string(),
  /** Of the text it was begun with. */
  base: Hash,
})
type Draft = z.infer<typeof Draft>

/** An edit of a memory that is not saved yet. Kept in this window while the settings are closed. */
interface MemoryDraft {
  /** Absent: nothing is edited. */
  readonly draft: Draft | undefined
  write(draft: Draft): void
  discard(): void
}

function useMemoryDraft({ projectId, name }: WhichMemory): MemoryDraft {
  const key = `orrery.memory.${projectId}.${name}`
  const [draft, setDraft] = useState(() => readKept(key))
  return {
    draft,
    write: (next) => {
      setDraft(next)
      storeIfItFits(sessionStorage, key, JSON.stringify(next))
    },
    discard: () => {
      setDraft(undefined)
      sessionStorage.removeItem(key)
    },
  }
}

function readKept(key: string): Draft | undefined {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

/** Something a person wants agents to know. */
export function NewMemory({
  projectId,
  onDone,
}: {
  readonly projectId: ProjectId
  readonly onDone: () => void
}) {
  const client = useHost()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const save = useCommand(async () => {
    const named = toName(name)
    await client['memories.write']({ projectId, name: named, text, base: null }).catch(toTaken)
    onDone()
  })
  return (
    <div className={styles.editor}>
      <EditorHead list="All memories" title="New memory" onBack={onDone} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save.run?.()
        }}
      >
        <Field
          label="Name"
          placeholder="conventions.md"
          value={name}
          error={save.error}
          ref={focusAtOnce}
          onChange={({ target }) => setName(target.value)}
        />
        <textarea
          className={styles.text}
          aria-label="Text of the new memory"
          placeholder="What should agents know of this project?"
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles.foot}>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={!name.trim() || !text.trim() || save.isRunning}
          >
            Save
          </Button>
        </div>
      </form>
    </div>
  )
}

/** With the ending that it most likely has. */
function toName(written: string): string {
  const name = written.trim()
  return /\.[^/.]+$/.test(name) ? name : `${name}.md`
}

function toTaken(error: unknown): never {
  if (!AppError.is(error) || error.code !== 'conflict') throw error
  const words =
    'There is a memory of this name already: nothing was overwritten. Take another name.'
  throw new AppError('conflict', words, { cause: error })
}

function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
