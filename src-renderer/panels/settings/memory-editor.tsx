import { useQueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useMemory, type WhichMemory } from '../../client/prompt-documents.ts'
import { useToasts } from '../../client/toasts.ts'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { EditorHead } from './editor-head.tsx'
import styles from './memory.module.css'
import { type MemoryDraft, useMemoryDraft } from './memory-draft.ts'

export interface MemoryEditorProps extends WhichMemory {
  readonly onDone: () => void
}

/** One memory, as text. What changed meanwhile is never overwritten. */
export function MemoryEditor({ projectId, name, onDone }: MemoryEditorProps) {
  const which = { projectId, name }
  const { data: kept, error, isLoading } = useMemory(which)
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
      await queries.invalidateQueries({ queryKey: ['memories'] })
    }
    onSaved()
  })
}
