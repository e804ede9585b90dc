import type { Diagnosis, RenameEdits } from './define.ts'
import type { DiagnoseWork } from './diagnose-files.ts'
import type { RenameWork } from './rename-files.ts'

/** What the worker is asked; what has an id can be cancelled by it. */
export type LanguageRequest =
  | { readonly type: 'diagnose'; readonly id: number; readonly work: DiagnoseWork }
  | { readonly type: 'rename'; readonly id: number; readonly work: RenameWork }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'end' }

export type LanguageReply =
  | { readonly type: 'diagnosis'; readonly diagnosis: Diagnosis }
  | { readonly type: 'renames'; readonly renames: RenameEdits }
  | { readonly type: 'done' }
