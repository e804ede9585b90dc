import { EditorTabs, type EditorTabsProps } from './editor-tabs.tsx'
import { FileView, type FileViewProps } from './file-view.tsx'

type OpenedFileProps = EditorTabsProps & Pick<FileViewProps, 'place' | 'drafts'>

/** The files that were opened, and the one that is shown. */
export function OpenedFile({ place, drafts, ...shown }: OpenedFileProps) {
  return (
    <>
      <EditorTabs {...shown} />
      <FileView path={shown.shown} tabs={shown.tabs} look={shown.look} {...{ place, drafts }} />
    </>
  )
}
