import type { CommandVerdict } from '../shell/interpreter/judge-command.ts'
import type { ShellInput, TypedVerdict, Typing } from '../shell/interpreter/judge-typed.ts'
import type { ShellPlace } from '../shell/place.ts'

/** The part of a place that can be sent to another thread. */
export type Folders = Omit<ShellPlace, 'links'>

/** A request to the judging thread. */
export type ShellQuestion =
  | { readonly type: 'command'; readonly command: string; readonly folders: Folders }
  | {
      readonly type: 'typed'
      readonly text: string
      readonly typing: Omit<Typing, 'place'>
      readonly folders: Folders
    }
  | { readonly type: 'given'; readonly text: string; readonly given: ShellInput }

export type ShellAnswer =
  | { readonly type: 'command'; readonly verdict: CommandVerdict }
  | { readonly type: 'typed'; readonly verdict: TypedVerdict }
  | { readonly type: 'given'; readonly given: ShellInput }
