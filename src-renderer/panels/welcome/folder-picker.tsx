import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react'
import {
  type FormEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFolder } from '../../client/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './folder-picker.module.css'

export interface FolderPickerProps {
  /** The name of a folder that was dropped, whose path a browser does not tell. */
  readonly sought?: string | undefined
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

/** The folders of the host's machine. */
export function FolderPicker({ sought, onChoose, onClose }: FolderPickerProps) {
  const [path, setPath] = useState<string>()
  const { data, error, isLoading } = useFolder(path)
  const description = sought
    ? `A browser does not tell where “${sought}” is. Find it here.`
    : 'The folders of the machine that Orrery runs on.'
  return (
    <Dialog
      title="Open a folder"
      description={description}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!data || error !== null}
            onClick={() => data && onChoose(data.path)}
          >
            Open this folder
          </Button>
        </>
      }
    >
      <PathField path={path ?? data?.path ?? ''} onGo={setPath} />
      {error && <Failure>{error.message}</Failure>}
      {isLoading && <Loading label="Loading the folders" />}
      {data && !error && (
        <ul className={styles.folders} aria-label={`Folders in ${data.path}`}>
          {data.parent !== null && (
            <FolderRow
              name="One up"
              icon={<CornerLeftUp aria-hidden="true" />}
              onGo={() => setPath(data.parent ?? undefined)}
            />
          )}
          {data.folders.map((folder) => (
            <FolderRow
              key={folder.path}
              name={folder.name}
              isSought={folder.name === sought}
              icon={
                folder.isProject ? (
                  <FolderGit2 aria-label="project" />
                ) : (
                  <Folder aria-hidden="true" />
                )
              }
              onGo={() => setPath(folder.path)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface PathFieldProps {
  readonly path: string
  readonly onGo: (path: string) => void
}

/** Shows where one is, until something else is typed. */
function PathField({ path, onGo }: PathFieldProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly at: string }>()
  // What was typed while the first listing was on its way stays; going somewhere replaces it.
  const text = typed && (typed.at === path || typed.at === '') ? typed.text : path
  const field = useRef<HTMLInputElement>(null)
  // Where one has come to is replaced by what is typed next.
  const selectPlace = useEffectEvent(() => {
    if (!typed && document.activeElement === field.current) field.current?.select()
  })
  useLayoutEffect(() => {
    if (path !== '') selectPlace()
  }, [path])
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    setTyped(undefined)
    onGo(text.trim())
  }
  return (
    <form className={styles.path} onSubmit={go}>
      <Field
        label="Path"
        isLabelHidden
        ref={field}
        value={text}
        onChange={(event) => setTyped({ text: event.target.value, at: path })}
      />
      <Button type="submit">Go</Button>
    </form>
  )
}

interface FolderRowProps {
  readonly name: string
  readonly icon: ReactNode
  readonly isSought?: boolean
  readonly onGo: () => void
}

function FolderRow({ name, icon, isSought, onGo }: FolderRowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.folder}
        data-sought={isSought}
        onClick={onGo}
        title={name}
      >
        {icon}
        <span>{name}</span>
      </button>
    </li>
  )
}
