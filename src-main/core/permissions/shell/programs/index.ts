import { building } from './building.ts'
import { changing } from './changing.ts'
import type { Program } from './define.ts'
import { disks } from './disks.ts'
import { gitPrograms } from './git.ts'
import { interpreters } from './interpreters.ts'
import { machine } from './machine.ts'
import { network } from './network.ts'
import { printing } from './printing.ts'
import { reading } from './reading.ts'
import { searching } from './searching.ts'
import { services } from './services.ts'
import { shells } from './shells.ts'
import { wrappers } from './wrappers.ts'

/** Every program that is known. To add one: name it in the table of its kind. */
export const programs: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...reading,
    ...searching,
    ...printing,
    ...building,
    ...gitPrograms,
    ...changing,
    ...disks,
    ...machine,
    ...network,
    ...services,
    ...interpreters,
    ...shells,
    ...wrappers,
  }),
)
