import { useState } from 'react'
import { AppError } from '#shared/error.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { EditorHead } from './editor-head.tsx'
import styles from './memory.module.css'

export interface NewMemoryProps {
  readonly projectId: ProjectId
  readonly onDone: () => void
}

/** Something a person wants agents to know. */
export function NewMemory({ projectId, onDone }: NewMemoryProps) {
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
