import { EditorTabs, type EditorTabsProps } from './editor-tabs.tsx'
import { FileView, type FileViewProps } from './file-view.tsx'

type OpenedFileProps = EditorTabsProps & Pick<FileViewProps, 'place' | 'drafts'>

/** The files that were opened, and the one that is shown. */
export function OpenedFile({ place, drafts, ...tabs }: OpenedFileProps) {
  return (
    <>
      <EditorTabs {...tabs} />
      <FileView path={tabs.shown} place={place} drafts={drafts} look={tabs.look} />
    </>
  )
}
