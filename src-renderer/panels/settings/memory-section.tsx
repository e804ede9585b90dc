import { useState } from 'react'
import { Empty } from '../../ui/notice.tsx'
import { InstructionFiles } from './instruction-files.tsx'
import { MemoryEditor } from './memory-editor.tsx'
import { MemoryList } from './memory-list.tsx'
import { NewMemory } from './new-memory.tsx'
import type { SettingsPlace } from './use-settings-place.ts'

/** No memory is called that. */
const NEW = ''

/** What agents keep of the project, to be read and edited; and what else they are told here. */
export function MemorySection({ projectId, projectName = '', sessionId }: SettingsPlace) {
  const [opened, open] = useState<string>()
  if (!projectId || !sessionId) {
    return <Empty>Agents keep memories of a project. Open one of its sessions to see them.</Empty>
  }
  const close = () => open(undefined)
  if (opened === NEW) return <NewMemory projectId={projectId} onDone={close} />
  if (opened !== undefined) {
    return <MemoryEditor key={opened} projectId={projectId} name={opened} onDone={close} />
  }
  return (
    <>
      <MemoryList
        projectId={projectId}
        projectName={projectName}
        sessionId={sessionId}
        onOpen={open}
        onBegin={() => open(NEW)}
      />
      <InstructionFiles sessionId={sessionId} />
    </>
  )
}
