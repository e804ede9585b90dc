import { keepPreviousData } from '@tanstack/react-query'
import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react'
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Folder as FolderHere } from '#shared/contract/procedures/projects.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './folder-picker.module.css'

interface FolderPickerProps {
  /** The name of a folder that was dropped, whose path a browser does not tell. */
  readonly sought?: string | undefined
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

/** The folders of the host's machine. */
export function FolderPicker({ sought, onChoose, onClose }: FolderPickerProps) {
  const [path, setPath] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const { data, error, isLoading } = useHostQuery(
    'projects.browse',
    { path },
    { placeholderData: keepPreviousData },
  )
  const { choose, asked, refusal } = useChoosing(onChoose)
  const place = path ?? data?.path ?? ''
  const text = typed ?? place
  const wished = text.trim()
  const isKnownToFail = error !== null && typed === undefined
  const failure = (asked === wished ? refusal : undefined) ?? error?.message
  const goTo = (next: string) => {
    setTyped(undefined)
    setPath(next)
  }
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
            disabled={wished === '' || isKnownToFail}
            onClick={() => choose(wished)}
          >
            Open this folder
          </Button>
        </>
      }
    >
      <PathField
        text={text}
        place={place}
        isTyped={typed !== undefined}
        onType={setTyped}
        onGo={() => wished && goTo(wished)}
      />
      {failure && <Failure>{failure}</Failure>}
      {isLoading && <Loading label="Loading the folders" />}
      {data && !error && <FolderList folder={data} sought={sought} onGo={goTo} />}
    </Dialog>
  )
}

/** Chooses a path where it is a folder's. Who has left meanwhile chooses nothing any more. */
function useChoosing(onChoose: (path: string) => void) {
  const client = useHost()
  const here = useRef<AbortSignal>(undefined)
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const left = new AbortController()
    here.current = left.signal
    return () => left.abort()
  }, [])
  const { run, error: refusal } = useCommand(async (path: string) => {
    const signal = here.current
    const folder = await client['projects.browse']({ path }, signal)
    if (!signal?.aborted) onChoose(folder.path)
  })
  const choose = (path: string) => {
    setAsked(path)
    void run?.(path)
  }
  return { choose, asked, refusal }
}

interface PathFieldProps {
  readonly text: string
  /** Where one is; empty until that is known. */
  readonly place: string
  /** The text is a person's, and stays until they go somewhere. */
  readonly isTyped: boolean
  readonly onType: (text: string) => void
  readonly onGo: () => void
}

/** Shows where one is, until something else is typed. */
function PathField({ text, place, isTyped, onType, onGo }: PathFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  // Where one has come to is replaced by what is typed next, whether it or the focus comes first.
  const selectPlace = () => {
    if (!isTyped && document.activeElement === field.current) field.current?.select()
  }
  const onPlace = useEffectEvent(selectPlace)
  useLayoutEffect(() => {
    if (place !== '') onPlace()
  }, [place])
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGo()
  }
  return (
    <form className={styles.path} onSubmit={go}>
      <Field
        label="Path"
        isLabelHidden
        ref={field}
        value={text}
        onFocus={selectPlace}
        onChange={(event) => onType(event.target.value)}
      />
      <Button type="submit">Go</Button>
    </form>
  )
}

interface FolderListProps {
  readonly folder: FolderHere
  readonly sought: string | undefined
  readonly onGo: (path: string) => void
}

function FolderList({ folder: { path, parent, folders }, sought, onGo }: FolderListProps) {
  return (
    <ul className={styles.folders} aria-label={`Folders in ${path}`}>
      {parent !== null && (
        <FolderRow
          name="One up"
          icon={<CornerLeftUp aria-hidden="true" />}
          onGo={() => onGo(parent)}
        />
      )}
      {folders.map((folder) => (
        <FolderRow
          key={folder.path}
          name={folder.name}
          isSought={folder.name === sought}
          icon={
            folder.isProject ? <FolderGit2 aria-label="project" /> : <Folder aria-hidden="true" />
          }
          onGo={() => onGo(folder.path)}
        />
      ))}
    </ul>
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
