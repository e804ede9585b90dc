import { useState } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { BarToggle } from '../../ui/bar-toggle.tsx'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { Tab, TabBar } from '../../ui/tabs.tsx'
import { LineList } from './line-list.tsx'
import { changedLines, plainLines } from './lines.ts'
import { type FileAtPlayhead, useFile, useStart } from './use-file.ts'
import styles from './viewer-panel.module.css'

const selectLastEdit = (state: FilesState) => state.lastEdit?.path

/** A file at the playhead, to read: the one that was chosen, else what an agent edited last. */
export function ViewerPanel() {
  const { path: chosen, line, select } = useSelection()
  const edited = useProjection(useSessionView(), 'files', selectLastEdit)
  const [isComparing, setIsComparing] = useState(false)
  const path = chosen ?? edited
  if (!path) {
    return (
      <div className={styles.panel}>
        <Empty>Choose a file to see it here. What an agent edits opens by itself.</Empty>
      </div>
    )
  }
  const tab = (
    <Tab
      name={path.slice(path.lastIndexOf('/') + 1)}
      title={formatPath(path)}
      isShown
      onChoose={() => undefined}
      onClose={chosen ? () => select({ path: undefined, line: undefined }) : undefined}
    />
  )
  return (
    <div className={styles.panel}>
      <TabBar label="Shown file" tabs={tab}>
        <BarToggle
          title="Show what changed since the recording began"
          isOn={isComparing}
          onChange={setIsComparing}
        >
          since it began
        </BarToggle>
      </TabBar>
      <FileView key={path} path={path} line={line} isComparing={isComparing} />
    </div>
  )
}

interface FileViewProps {
  readonly path: string
  readonly line: number | undefined
  readonly isComparing: boolean
}

function FileView({ path, line, isComparing }: FileViewProps) {
  const file = useFile(path)
  const start = useStart(path)
  const name = formatPath(path)
  if (isComparing && file.type !== 'loading') {
    const now = file.type === 'absent' ? ({ type: 'text', text: '' } as const) : file
    if (now.type === 'text' && start !== undefined) {
      return <LineList name={name} lines={changedLines(start.text ?? now.text, now.text)} />
    }
  }
  if (file.type === 'text')
    return <LineList name={name} lines={plainLines(file.text)} line={line} />
  return <WithoutText name={name} file={file} />
}

interface WithoutTextProps {
  readonly name: string
  readonly file: Exclude<FileAtPlayhead, { type: 'text' }>
}

/** Why there is nothing to read, in words. */
function WithoutText({ name, file }: WithoutTextProps) {
  switch (file.type) {
    case 'loading':
      return <Loading label={`Loading ${name}`} rows={6} />
    case 'absent':
      return <Empty>{name} does not exist at this moment.</Empty>
    case 'binary':
      return <Empty>{name} is not text.</Empty>
    case 'too-large':
      return <Empty>{`${name} is too large to be shown: ${formatBytes(file.bytes)}.`}</Empty>
    case 'not-recorded':
      return <Empty>What {name} held then was not recorded.</Empty>
    case 'failed':
      return <Failure>{file.message}</Failure>
  }
}
