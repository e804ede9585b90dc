import type { Diagnosis, RenameEdits } from './define.ts'
import type { DiagnoseWork } from './diagnose-files.ts'
import type { RenameWork } from './rename-files.ts'

/** What the worker that speaks to servers is asked. */
export type LanguageRequest =
  | { readonly type: 'diagnose'; readonly work: DiagnoseWork }
  | { readonly type: 'rename'; readonly work: RenameWork }
  /** Ends every server. */
  | { readonly type: 'end' }

export type LanguageReply =
  | { readonly type: 'diagnose'; readonly diagnosis: Diagnosis }
  | { readonly type: 'rename'; readonly renames: RenameEdits }
  | { readonly type: 'end' }
